package io.docsagent.worker.bench.peers;

import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** A create as the peers read it, and what they tell when its job has begun. */
record Command(String projectId, String commandId, String prompt) {

    private static final JsonMapper JSON = JsonMapper.shared();

    static Command read(String json) {
        return JSON.readValue(json, Command.class);
    }

    String body() {
        return JSON.writeValueAsString(Map.of("prompt", prompt));
    }

    /** @param answer the job, as the service answered it */
    String event(String type, String answer) {
        return JSON.writeValueAsString(
                Map.of("type", type, "projectId", projectId, "commandId", commandId, "job", JSON.readTree(answer)));
    }
}
