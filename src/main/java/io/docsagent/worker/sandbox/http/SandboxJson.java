package io.docsagent.worker.sandbox.http;

import tools.jackson.databind.json.JsonMapper;

/** The one mapper of the sandbox: times as ISO text, null fields written. */
public final class SandboxJson {

    public static final JsonMapper MAPPER = JsonMapper.builder().build();

    private SandboxJson() {}
}
