package io.docsagent.worker.cli.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.Publisher;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What uses led to, summed up by publisher and project from the records of commands. */
public final class Usage {

    private final Map<Payer, Sum> sums = new HashMap<>();

    private record Payer(String publisher, String projectId) {}

    /**
     * Of one publisher in one project.
     *
     * @param uses calls for its commands
     * @param jobs that its creates started
     * @param pullRequests of these jobs
     * @param withoutChanges of these jobs, those that completed without a pull request
     * @param medianLeadTimeSeconds from the arrival of a create to the last change of a job with a pull request; null
     *     where there is none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Line(
            String publisher,
            String projectId,
            long uses,
            long jobs,
            long pullRequests,
            long withoutChanges,
            @Nullable Long medianLeadTimeSeconds) {}

    private static final class Sum {

        private long uses;
        private long jobs;
        private long pullRequests;
        private long withoutChanges;
        private final Spread leadTimes = new Spread();
    }

    /** Whether it spent anything. */
    public static boolean isOf(CommandRecord command) {
        return command.attempts() != null && command.attempts() > 0;
    }

    /** @param command that was not added before */
    void add(CommandRecord command) {
        Sum sum = sums.computeIfAbsent(
                new Payer(Publisher.orDefault(command.publisher()), command.projectId()), absent -> new Sum());
        sum.uses += command.attempts() == null ? 0 : command.attempts();
        if (command.state() != CommandState.ACCEPTED
                || command.type() != Command.Type.CREATE
                || Boolean.TRUE.equals(command.continued())) {
            return;
        }
        sum.jobs++;
        if (command.prLink() != null) {
            sum.pullRequests++;
            if (command.arrivedAt() != null && command.updatedAt() != null) {
                sum.leadTimes.add(Duration.between(command.arrivedAt(), command.updatedAt()));
            }
        } else if ("completed".equals(command.status())) {
            sum.withoutChanges++;
        }
    }

    /** Those with the most uses first. */
    List<Line> lines() {
        return sums.entrySet().stream()
                .map(sum -> line(sum.getKey(), sum.getValue()))
                .sorted(Comparator.comparingLong(Line::uses)
                        .reversed()
                        .thenComparing(Line::publisher)
                        .thenComparing(Line::projectId))
                .toList();
    }

    private static Line line(Payer payer, Sum sum) {
        Duration median = sum.leadTimes.median();
        return new Line(
                payer.publisher(),
                payer.projectId(),
                sum.uses,
                sum.jobs,
                sum.pullRequests,
                sum.withoutChanges,
                median == null ? null : median.toSeconds());
    }
}
