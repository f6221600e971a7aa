package io.docsagent.worker.engine;

import io.docsagent.worker.domain.policy.Policy.QuotaLimit;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.message.Format;
import java.time.Duration;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Gives state of format 1 the form of format 2; to be deleted with the release that reads format 3. */
final class Format1 {

    static final Format<QueuedCommand> QUEUED = Format.of(QueuedCommand.class, Format1::queued);

    private Format1() {}

    /** @param policies what a use's return was reckoned from when it was written, unless they have been changed since */
    static Format<Project> projects(Policies policies) {
        return Format.of(Project.class, json -> project(json, policies));
    }

    private static void queued(ObjectNode json) {
        json.put("refusals", 0);
        if (json.get("call") instanceof ObjectNode call) {
            call.put("probe", false);
        }
    }

    private static void project(ObjectNode json, Policies policies) {
        if (json.get("hold") instanceof ObjectNode hold
                && !"open".equals(hold.path("is").stringValue(""))) {
            hold.put("probed", -1);
        }
        if (json.get("counts") instanceof ObjectNode counts) {
            // Those that have ended, too: the project wakes soon, and no more than that.
            counts.set("followed", counts.path("jobs"));
        }
        if (json.get("quota") instanceof ObjectNode quota) {
            quota(quota, policies.of(json.path("id").stringValue("")).quota());
        }
    }

    /** Format 1 stored when uses come back, which now follows from when they were over. */
    private static void quota(ObjectNode quota, QuotaLimit limit) {
        Duration cycle = limit.period().plus(limit.margin());
        ArrayNode over = quota.putArray("over");
        quota.path("returns").forEach(at -> over.add(at.longValue() - cycle.toMillis()));
        ObjectNode unanswered = quota.putObject("unanswered");
        long open = cycle.plus(limit.straggler()).toMillis();
        for (var call : quota.path("straggling").properties()) {
            unanswered.put(call.getKey(), call.getValue().longValue() - open);
        }
        quota.remove("returns");
        quota.remove("straggling");
    }
}
