package io.docsagent.worker.ops.console;

import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.ops.projects.ProjectsEndpoint.Missing;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads what the endpoint answers: an object of this instance, or the JSON of another one. */
final class Answers {

    private Answers() {}

    /** Null where it answers with something else. */
    static <T> @Nullable T as(Class<T> type, WebEndpointResponse<Object> answer) {
        return answer.getStatus() == WebEndpointResponse.STATUS_OK ? body(type, answer) : null;
    }

    /** Why there is nothing else. */
    static String note(WebEndpointResponse<Object> answer) {
        Missing missing = body(Missing.class, answer);
        return missing == null ? "The instance that owns the project did not answer as expected." : missing.note();
    }

    private static <T> @Nullable T body(Class<T> type, WebEndpointResponse<Object> answer) {
        Object body = answer.getBody();
        try {
            return body instanceof JsonNode json
                    ? JsonMappers.PUBLIC.treeToValue(json, type)
                    : type.isInstance(body) ? type.cast(body) : null;
        } catch (JacksonException another) {
            return null;
        }
    }
}
