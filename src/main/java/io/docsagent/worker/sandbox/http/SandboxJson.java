package io.docsagent.worker.sandbox.http;

import tools.jackson.databind.json.JsonMapper;

/** The sandbox's JSON mapper: times as ISO text, null fields included. */
public final class SandboxJson {

    public static final JsonMapper MAPPER = JsonMapper.builder().build();

    private SandboxJson() {}
}
