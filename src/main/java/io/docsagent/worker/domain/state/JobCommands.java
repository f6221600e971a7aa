package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;

/**
 * The commands of a job that the service has taken, or may have.
 *
 * <p>Stored: its components are part of the {@link io.docsagent.worker.wire.Format}.
 *
 * @param origin of the latest accepted one
 * @param earlier the commandIds of the accepted ones before that since the job last ended, in order, at most
 *     {@link #MOST_EARLIER}
 * @param generation how many ended accepted or unknown: an observation of an older generation is out of date
 * @param byCreate whether a create of the project became the job; otherwise all that is known of it came of messages
 */
public record JobCommands(
        Origin origin,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> earlier,
        int generation,
        boolean byCreate) {

    /** Of the commands whose public records change with the job. */
    public static final int MOST_EARLIER = 100;

    public static final JobCommands NONE = new JobCommands(Origin.NONE, List.of(), 0, false);

    public JobCommands {
        earlier = earlier == null ? List.of() : List.copyOf(earlier);
    }

    /**
     * With one more accepted command.
     *
     * @param hasEnded whether the job had ended before it
     */
    JobCommands accepted(Origin latest, boolean isCreate, boolean hasEnded) {
        List<String> before = new ArrayList<>();
        if (!hasEnded) {
            before.addAll(earlier);
            if (origin.commandId() != null && !origin.commandId().equals(latest.commandId())) {
                before.add(origin.commandId());
            }
        }
        List<String> most = before.subList(Math.max(0, before.size() - MOST_EARLIER), before.size());
        return new JobCommands(latest, most, generation + 1, byCreate || isCreate);
    }

    /** With one more of unknown outcome. */
    JobCommands maybeTaken() {
        return new JobCommands(origin, earlier, generation + 1, byCreate);
    }

    /** The commandIds of those that the job is followed for. */
    List<String> ids() {
        List<String> ids = new ArrayList<>(earlier);
        if (origin.commandId() != null) {
            ids.add(origin.commandId());
        }
        return ids;
    }
}
