package io.docsagent.worker.sandbox;

import tools.jackson.databind.json.JsonMapper;

/** The one mapper of the sandbox: times as ISO text, null fields written. */
final class Json {

    static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Json() {}
}
