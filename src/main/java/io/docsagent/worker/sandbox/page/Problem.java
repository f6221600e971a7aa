package io.docsagent.worker.sandbox.page;

/** What an error page shows. */
record Problem(String title, String text) {}
