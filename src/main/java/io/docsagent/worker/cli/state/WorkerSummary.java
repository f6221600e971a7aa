package io.docsagent.worker.cli.state;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a worker shows of a project, in words: its quota, and what holds it until when. */
record WorkerSummary(JsonNode project) {

    /** Uses left of those that a period has. */
    String quota() {
        return project.at("/quota/left").asString("?") + " of "
                + project.at("/quota/capacity").asString("?");
    }

    /** When the next use is allowed; null where that is not shown. */
    @Nullable
    String nextUse() {
        return text("/quota/nextTokenAt");
    }

    /** The codes of what holds it; null where nothing does. */
    @Nullable
    String heldFor() {
        String service = text("/held/reason");
        String operator = text("/heldByOperator/by") == null ? null : "operator";
        if (service == null) {
            return operator;
        }
        return operator == null ? service : service + ", " + operator;
    }

    /** Until when, or when the next probe is; null where nobody knows, or nothing holds it. */
    @Nullable
    String heldUntil() {
        return text("/heldByOperator/by") == null ? text("/held/nextProbeAt") : text("/heldByOperator/until");
    }

    List<String> sentences() {
        List<String> lines = new ArrayList<>();
        lines.add("Quota: " + quota() + " uses left"
                + (nextUse() == null ? "." : "; the next is allowed at " + nextUse() + "."));
        if (text("/heldByOperator/by") != null) {
            lines.add("Held by " + text("/heldByOperator/by") + " since " + text("/heldByOperator/since")
                    + (text("/heldByOperator/until") == null ? "" : " until " + text("/heldByOperator/until"))
                    + (text("/heldByOperator/reason") == null ? "." : ": " + text("/heldByOperator/reason")));
        }
        if (text("/held/reason") != null) {
            lines.add("Held (" + text("/held/reason") + ") since " + text("/held/since")
                    + (text("/held/nextProbeAt") == null ? "" : ", next probe at " + text("/held/nextProbeAt")) + ": "
                    + text("/held/message"));
        }
        if (text("/lastLikelySentAt") != null) {
            lines.add("The last waiting command is sent about " + text("/lastLikelySentAt") + ".");
        }
        return lines;
    }

    private @Nullable String text(String pointer) {
        JsonNode value = project.at(pointer);
        return value.isValueNode() && !value.isNull() ? value.asString() : null;
    }
}
