package io.docsagent.worker.domain.decision;

import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Load;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an input leads to: what is to be written, which effects it has, and when the project wakes next.
 *
 * @param nextMoment always after the input's time; null where only another input can change anything
 */
public record Decision(
        Changes changes,
        List<Effect> effects,
        Load added,
        @Nullable Instant nextMoment) {

    /** Values to write by key; empty where the key is to be deleted. */
    public record Changes(
            Map<String, Optional<Project>> projects,
            Map<String, Optional<QueuedCommand>> queue,
            Map<String, Optional<Job>> jobs,
            Map<String, Optional<Remembered>> seen) {}

    /** Of an input that changes nothing. */
    public static final Decision NOTHING =
            new Decision(new Changes(Map.of(), Map.of(), Map.of(), Map.of()), List.of(), Load.NONE, null);
}
