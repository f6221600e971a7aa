package io.docsagent.worker.sandbox.page;

/** What a page shows that cannot show what was asked for. */
record Problem(String title, String text) {}
