package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.domain.state.Project.Applied;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What operators asked of all projects, as one partition knows it: facts that each of its projects looks at when
 * something is decided for it.
 *
 * <p>Stored: its components are part of the {@link io.docsagent.worker.wire.Format}.
 *
 * @param applied the last input that was taken into it
 * @param hold null where no operator holds all projects
 * @param resumedFrom the last hold of a start that an operator ended for all projects; null for none
 * @param probed the last request to probe now, by its name; null for none
 * @param operations when each that was asked for is forgotten, by the operationId; on one partition only
 * @param goingOn those that not all partitions have carried out; on that partition only
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Installation(
        Applied applied,
        @Nullable OperatorHold hold,
        @Nullable String resumedFrom,
        @Nullable String probed,
        Map<String, Instant> operations,
        List<GoingOn> goingOn) {

    /** Of which nothing was asked. */
    public static final Installation NEW =
            new Installation(new Applied(-1, Instant.EPOCH), null, null, null, Map.of(), List.of());

    public Installation {
        operations = operations == null ? Map.of() : Map.copyOf(operations);
        goingOn = goingOn == null ? List.of() : List.copyOf(goingOn);
    }

    /**
     * An operation that not all partitions have carried out.
     *
     * @param carriedOut the partitions that have
     * @param affected commands of those
     */
    public record GoingOn(Operation operation, List<Integer> carriedOut, int affected) {

        public GoingOn {
            carriedOut = List.copyOf(carriedOut);
        }
    }

    /**
     * The hold that all projects are under, but for those that were resumed from it; null for none.
     *
     * @param start names the hold of this start; null for none
     */
    public @Nullable OperatorHold holdAt(Instant now, @Nullable String start) {
        if (hold != null && !hold.isOver(now)) {
            return hold;
        }
        return start == null || start.equals(resumedFrom) ? null : OperatorHold.ofStart(start, now);
    }

    /** Whether the project has not yet looked at the last request to probe. */
    public boolean asksForProbe(Project project) {
        return probed != null && !probed.equals(project.probed());
    }

    public Installation applied(Applied last) {
        return new Installation(last, hold, resumedFrom, probed, operations, goingOn);
    }

    public Installation held(OperatorHold now) {
        return new Installation(applied, now, resumedFrom, probed, operations, goingOn);
    }

    /** @param start the hold of this start, which ends as well; null for none */
    public Installation resumed(@Nullable String start) {
        return new Installation(applied, null, start == null ? resumedFrom : start, probed, operations, goingOn);
    }

    public Installation probed(String name) {
        return new Installation(applied, hold, resumedFrom, name, operations, goingOn);
    }

    public Installation with(Map<String, Instant> remembered, List<GoingOn> operationsGoingOn) {
        return new Installation(applied, hold, resumedFrom, probed, remembered, operationsGoingOn);
    }
}
