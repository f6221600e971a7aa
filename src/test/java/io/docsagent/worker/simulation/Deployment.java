package io.docsagent.worker.simulation;

import io.docsagent.worker.settings.WorkerProperties;

/** What the operator gives an instance that starts. */
record Deployment(KeyFiles keys, WorkerProperties settings, Release release) {}
