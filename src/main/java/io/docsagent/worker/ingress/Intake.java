package io.docsagent.worker.ingress;

import java.util.Collection;

/** Topics that others write to, and how their records are read. */
public record Intake(Collection<String> topics, RecordReader reader) {}
