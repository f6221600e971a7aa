package io.docsagent.worker.simulation;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Reviewers merge, close and reopen pull requests, which is reported late, twice, out of order, or not as it should be. */
final class Reviewers {

    private static final int LEAST = 20;
    private static final int MORE = 60;
    private static final String[] STATES = {"open", "merged", "closed"};

    /** What is reported may have been so for that long. */
    private static final Duration LATE = Duration.ofMinutes(2);

    /** By then the worker has seen a link, where there is no fault; what is reported before may concern nothing. */
    private static final Duration SEEN = Duration.ofMinutes(5);

    private final World world;
    private final Broker broker;
    private final Service service;
    private final Publishers publishers;
    private final SplittableRandom random;
    private final List<Report> reports = new ArrayList<>();
    private final Set<String> over = new HashSet<>();

    /**
     * A report as it was published.
     *
     * @param project that it names; null for none
     */
    record Report(@Nullable String project, String prLink, String state, Instant at) {

        private String json() {
            String named = project == null ? "" : ",\"projectId\":\"" + project + '"';
            return "{\"prLink\":\"" + prLink + "\",\"state\":\"" + state + "\",\"at\":\"" + at + '"' + named + '}';
        }
    }

    Reviewers(World world, Broker broker, Service service, Publishers publishers, SplittableRandom random) {
        this.world = world;
        this.broker = broker;
        this.service = service;
        this.publishers = publishers;
        this.random = random;
    }

    /** Plans what they will do while there are faults; after it, they end all that is open. */
    void begin() {
        broker.create(List.of(Broker.TOPICS.pullRequests()));
        int count = LEAST + random.nextInt(MORE);
        for (int i = 0; i < count; i++) {
            world.in(upTo(Simulation.WITH_FAULTS), random.nextInt(8) == 0 ? this::noReport : this::review);
        }
        world.in(Simulation.WITH_FAULTS, this::endAll);
    }

    /** What was reported. */
    List<Report> reports() {
        return reports;
    }

    private void review() {
        List<ServiceJob> jobs = withLink();
        boolean unknown = jobs.isEmpty() || random.nextInt(10) == 0;
        // Mostly of a recent one, since its key may be in use.
        int most = random.nextBoolean() ? jobs.size() : Math.min(jobs.size(), 5);
        ServiceJob job = unknown ? null : jobs.get(jobs.size() - 1 - random.nextInt(most));
        Instant at = random.nextInt(4) == 0 ? world.now().minus(upTo(LATE)) : world.now();
        String project = job == null || random.nextInt(10) == 0 ? "p0" : job.project();
        report(
                random.nextBoolean() ? project : null,
                job == null ? "https://git.example.com/unknown" : String.valueOf(job.prLink()),
                STATES[random.nextInt(STATES.length)],
                at);
    }

    private void endAll() {
        withLink().stream()
                .filter(job -> job.linkedAt().plus(SEEN).isBefore(world.now()) && over.add(job.id()))
                .forEach(job -> report(
                        random.nextBoolean() ? job.project() : null,
                        String.valueOf(job.prLink()),
                        STATES[1 + random.nextInt(2)],
                        world.now()));
        world.in(SEEN, this::endAll);
    }

    /** By when they began. */
    private List<ServiceJob> withLink() {
        return service.jobs().values().stream()
                .filter(job -> job.prLink() != null)
                .sorted(ServiceJob.BY_NUMBER)
                .toList();
    }

    /** Now and then twice, as by a webhook that got no answer. */
    private void report(@Nullable String project, String prLink, String state, Instant at) {
        // The worker knows no less than that.
        Report report = new Report(project, prLink, state, at.truncatedTo(ChronoUnit.MILLIS));
        reports.add(report);
        append(report.json());
        if (random.nextInt(5) == 0) {
            world.in(upTo(LATE), () -> append(report.json()));
        }
    }

    private void noReport() {
        String value = switch (random.nextInt(3)) {
            case 0 -> "{\"prLink\":\"https://git.example.com/job-0\",\"state\":\"merged\"}";
            case 1 -> new Report(null, "https://git.example.com/job-0", "draft", world.now()).json();
            default -> "merged";
        };
        publishers.refused().add(bytes(value));
        append(value);
    }

    private void append(String value) {
        world.note("reviewer", () -> value);
        byte[] key = bytes("any " + random.nextInt(100));
        broker.partitionFor(Broker.TOPICS.pullRequests(), key).append(key, bytes(value), new RecordHeaders(), null);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Duration upTo(Duration most) {
        return Duration.ofNanos(random.nextLong(most.toNanos()));
    }
}
