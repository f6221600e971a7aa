package io.docsagent.worker.simulation;

import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.guarantee.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** What events say of jobs agrees with what the jobs did, and with when they were looked at. */
final class JobReports {

    /** A job is looked at more often than that, also after trouble. */
    private static final Duration LOOKED_AT = Duration.ofMinutes(30);

    /** {@code docs-agent.poll.pr-link-grace}: for so long at least, after a message of unknown outcome. */
    private static final Duration LOOKED_FOR = Duration.ofMinutes(1);

    /** Of a job, and in addition for each message to it: it changes a few times, and each owner may report anew. */
    private static final int MOST_OBSERVATIONS = 20;

    private final FinishedRun run;
    private final Map<String, List<Event>> ofJobs;

    JobReports(FinishedRun run) {
        this.run = run;
        this.ofJobs = run.events().all().stream()
                .filter(event -> event.jobId() != null)
                .collect(Collectors.groupingBy(event -> Objects.requireNonNull(event.jobId())));
    }

    /** @param forgotten whether jobs may have been forgotten early, and so begin again */
    void check(boolean forgotten) {
        run.events().all().forEach(this::agrees);
        run.service().jobs().values().forEach(job -> {
            reportedOnChange(job);
            if (!forgotten) {
                inOrder(job);
                lookedAtAgain(job);
            }
        });
    }

    /** What a job's GET shows is appended where it is news, and not each time. */
    private void reportedOnChange(ServiceJob job) {
        long taken = run.promises().taken().stream()
                .filter(post -> job.id().equals(post.takenBy))
                .count();
        int observations = run.calls().observations(job.id());
        if (observations > MOST_OBSERVATIONS * taken) {
            run.promises().broken("observed again and again: job " + job.id() + ", " + observations + " times");
        }
    }

    private void agrees(Event event) {
        ServiceJob job = event.jobId() == null ? null : run.service().jobs().get(event.jobId());
        if (job == null) {
            return;
        }
        switch (event.type()) {
            case "job.lost" -> {
                if (!job.isLost()) {
                    run.promises().broken("not lost: " + event);
                }
            }
            case "job.stalled" -> {
                Instant over = Objects.requireNonNullElse(
                        job.lostAt(), Objects.requireNonNullElse(job.endedAt(), Spans.FOREVER));
                if (over.plus(LOOKED_AT).isBefore(event.time())
                        && !run.promises().jobsThatTookUnknowns().contains(job.id())) {
                    run.promises().broken("over at " + over + " and not looked at: " + event);
                }
            }
            case "job.updated", "pull_request.merged", "pull_request.closed", "pull_request.reopened" -> {}
            default -> {
                if (!event.type().equals("job." + event.status())) {
                    run.promises().broken("of another status: " + event);
                }
            }
        }
    }

    /** Before its first message is called a job is reported as it went on, and never as it was before; its end is final. */
    private void inOrder(ServiceJob job) {
        Instant firstMessage = run.calls().all().stream()
                .filter(called -> job.id().equals(called.call.jobId()))
                .map(called -> called.at)
                .min(Instant::compareTo)
                .orElse(Spans.FOREVER);
        int reached = 0;
        boolean over = false;
        for (Event event : ofJobs.getOrDefault(job.id(), List.of())) {
            if (!event.time().isBefore(firstMessage.minus(Events.MARGIN))) {
                return;
            }
            boolean ends = Job.isFinal(event.status());
            int shown = job.wasShownLate() ? 0 : indexFrom(reached, job, event);
            if (shown < 0 || (over && !ends)) {
                run.promises().broken("went back: " + event + " of " + job.history());
                return;
            }
            reached = shown;
            over |= ends;
        }
    }

    /** Where the job showed what the event says; negative where it did only before, or never. */
    private static int indexFrom(int first, ServiceJob job, Event event) {
        for (int index = first; index < job.history().size(); index++) {
            ServiceJob.State state = job.history().get(index);
            if (state.status().equals(event.status()) && Objects.equals(state.prLink(), event.prLink())) {
                return index;
            }
        }
        return -1;
    }

    /** A message of unknown outcome may have made an ended job active again. */
    private void lookedAtAgain(ServiceJob job) {
        for (Post post : run.promises().addressed(job.id())) {
            run.events().endsOf(post.command()).stream()
                    .filter(end -> end.type().equals("command.unknown"))
                    .map(Event::time)
                    .filter(unknown -> hadEnded(job, unknown))
                    .filter(unknown ->
                            run.promises().mustSeeJobs(unknown.minus(Events.MARGIN), unknown.plus(LOOKED_FOR)))
                    .filter(unknown -> !run.promises()
                            .lookedAt(
                                    job.id(),
                                    unknown.minus(Events.MARGIN),
                                    unknown.plus(LOOKED_FOR).plus(Events.MARGIN)))
                    .forEach(unknown ->
                            run.promises().broken("not looked at again: job " + job.id() + " after " + unknown));
        }
    }

    /** Whether the last event before says so. */
    private boolean hadEnded(ServiceJob job, Instant time) {
        return ofJobs.getOrDefault(job.id(), List.of()).stream()
                .filter(event -> event.time().isBefore(time))
                .reduce((earlier, later) -> later)
                .filter(event -> Job.isFinal(event.status()))
                .isPresent();
    }
}
