package io.docsagent.worker.simulation;

import io.docsagent.worker.guarantee.Event;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Operators hold projects and resume them, promote, cancel, and say what became of commands of unknown outcome. */
final class Operators {

    private static final int MOST = 30;

    /** A key is released when its create is in flight, waits, or has ended. */
    private static final List<Duration> RELEASED =
            List.of(Duration.ofMillis(500), Duration.ofMinutes(1), Duration.ofMinutes(10));

    private static final Duration TO_RELEASE_AGAIN = Duration.ofSeconds(5);

    private static final Duration LONGEST_HOLD = Duration.ofMinutes(4);

    /** Commands of unknown outcome are resolved in the calm as well. */
    private static final Duration RESOLVING = Duration.ofHours(2);

    /** From the last sign of a call to when it certainly cannot arrive any more, and its end has been reported. */
    private static final Duration SURE = Duration.ofMinutes(6);

    private static final String UNKNOWN_JOB = "job-unknown";

    private final World world;
    private final Broker broker;
    private final Publishers publishers;
    private final Promises promises;
    private final SplittableRandom random;
    private final int projects;
    private final @Nullable SplittableRandom releasing;
    private final Map<String, Asked> asked = new LinkedHashMap<>();

    /**
     * An operation as it was published.
     *
     * @param command that it names; null where it names none
     * @param publisher whose commands it cancels; null for those of all
     * @param key whose commands it cancels, or that it releases; null for those with any or none
     * @param until of a hold; null where it has no end
     * @param kind what is asked for
     */
    record Asked(
            String id,
            Kind kind,
            String project,
            @Nullable String command,
            @Nullable String publisher,
            @Nullable String key,
            @Nullable Instant until) {}

    /** What can be asked for. */
    enum Kind {
        HOLD,
        RESUME,
        PROMOTE,
        CANCEL,
        CANCEL_MANY,
        TAKEN,
        NOT_TAKEN,
        REPEAT,
        RELEASE
    }

    Operators(
            World world,
            Broker broker,
            Publishers publishers,
            Promises promises,
            SplittableRandom random,
            @Nullable SplittableRandom releasing,
            int projects) {
        this.world = world;
        this.broker = broker;
        this.publishers = publishers;
        this.promises = promises;
        this.random = random;
        this.releasing = releasing;
        this.projects = projects;
    }

    /** Plans what they will do while there are faults, and what they clear up after it. */
    void begin() {
        broker.create(List.of(Broker.TOPICS.operations()));
        int count = 5 + random.nextInt(MOST);
        for (int i = 0; i < count; i++) {
            world.in(upTo(Simulation.WITH_FAULTS), this::operate);
        }
        for (int i = 0; i < count; i++) {
            world.in(upTo(RESOLVING), this::resolve);
        }
        world.in(Simulation.WITH_FAULTS, this::resumeAll);
        if (releasing != null) {
            publishers.whenKeyed(create -> {
                Duration most = RELEASED.get(releasing.nextInt(RELEASED.size()));
                world.in(Duration.ofNanos(releasing.nextLong(most.toNanos())), () -> release(create, releasing));
            });
        }
    }

    /** Twice, as by two of them: the second often finds that nothing has the key. */
    private void release(Published create, SplittableRandom random) {
        if (random.nextBoolean()) {
            release(create.project(), Continuations.keyOf(create));
            world.in(TO_RELEASE_AGAIN, () -> release(create.project(), Continuations.keyOf(create)));
        }
    }

    private void release(String project, @Nullable String key) {
        ask(
                new Asked(nextId(), Kind.RELEASE, project, null, null, key, null),
                "\"operation\":\"release\",\"continueKey\":\"" + key + '"');
    }

    /** Every operation by its id. */
    Map<String, Asked> asked() {
        return asked;
    }

    boolean isPromoted(String command) {
        return isAsked(command, Kind.PROMOTE);
    }

    /** Whether it may have been sent again after it had ended. */
    boolean isRepeated(String command) {
        return isAsked(command, Kind.REPEAT);
    }

    private boolean isAsked(String command, Kind kind) {
        return asked.values().stream().anyMatch(each -> each.kind() == kind && command.equals(each.command()));
    }

    private void operate() {
        String project = "p" + random.nextInt(projects);
        switch (random.nextInt(12)) {
            case 0, 1 -> hold(project);
            case 2 -> ask(Kind.RESUME, project, "\"operation\":\"resume\"");
            case 3 -> cancelMany(project);
            case 4, 5 -> ofCommand(Kind.CANCEL, "cancel");
            default -> ofCommand(Kind.PROMOTE, "promote");
        }
    }

    private void hold(String project) {
        Instant until = random.nextInt(3) == 0 ? null : world.now().plus(upTo(LONGEST_HOLD));
        String end = until == null ? "" : ",\"until\":\"" + until + '"';
        ask(new Asked(nextId(), Kind.HOLD, project, null, null, null, until), "\"operation\":\"hold\"" + end);
        if (until == null) {
            world.in(upTo(LONGEST_HOLD), () -> ask(Kind.RESUME, project, "\"operation\":\"resume\""));
        }
    }

    /** What somebody has forgotten to resume. */
    private void resumeAll() {
        TreeSet<String> held = new TreeSet<>();
        asked.values().stream().filter(each -> each.kind() == Kind.HOLD).forEach(each -> held.add(each.project()));
        held.forEach(project -> ask(Kind.RESUME, project, "\"operation\":\"resume\""));
    }

    private void cancelMany(String project) {
        String id = nextId();
        switch (random.nextInt(3)) {
            case 0 ->
                ask(
                        new Asked(id, Kind.CANCEL_MANY, project, null, null, null, null),
                        "\"operation\":\"cancel\",\"all\":true");
            case 1 ->
                ask(
                        new Asked(id, Kind.CANCEL_MANY, project, null, null, "k0", null),
                        "\"operation\":\"cancel\",\"coalesceKey\":\"k0\"");
            default -> {
                String publisher = publishers.anyPublisher(random);
                ask(
                        new Asked(id, Kind.CANCEL_MANY, project, null, publisher, null, null),
                        "\"operation\":\"cancel\",\"publisher\":\"" + publisher + '"');
            }
        }
    }

    /** Mostly of one that was published a short while ago, since that one may wait. */
    private void ofCommand(Kind kind, String operation) {
        List<Published> named = publishers.published().values().stream()
                .filter(each -> each.envelope() == Published.Envelope.COMMAND_ID)
                .filter(each -> !publishers.isReused(each.id()))
                .filter(each -> kind != Kind.PROMOTE || each.isMessage() || random.nextInt(3) == 0)
                .toList();
        if (!named.isEmpty()) {
            int most = random.nextInt(4) == 0 ? named.size() : Math.min(named.size(), 8);
            Published one = named.get(named.size() - 1 - random.nextInt(most));
            ask(kind, one, "\"operation\":\"" + operation + '"');
        }
    }

    /** A command of unknown outcome, once its calls certainly cannot arrive any more: operators look at the service. */
    private void resolve() {
        List<Event> unknown = Events.of(broker).all().stream()
                .filter(event -> event.type().equals("command.unknown"))
                .filter(event -> event.time().plus(SURE).isBefore(world.now()))
                .toList();
        if (unknown.isEmpty()) {
            return;
        }
        Published command = publishers
                .published()
                .get(unknown.get(random.nextInt(unknown.size())).command());
        if (command != null
                && command.envelope() == Published.Envelope.COMMAND_ID
                && !publishers.isReused(command.id())
                && promises.postsOf(command.id()).stream().allMatch(this::isOver)) {
            resolve(command);
        }
    }

    private boolean isOver(Post post) {
        return post.arrivedAt != null || post.sentAt.plus(SURE).isBefore(world.now());
    }

    private void resolve(Published command) {
        List<String> jobs = promises.postsOf(command.id()).stream()
                .filter(post -> post.takenBy != null)
                .map(post -> Objects.requireNonNull(post.takenBy))
                .toList();
        boolean wrong = random.nextInt(6) == 0;
        String as = "\"operation\":\"resolve\",\"as\":";
        if (!jobs.isEmpty() || wrong) {
            String job = wrong ? UNKNOWN_JOB : jobs.getLast();
            ask(Kind.TAKEN, command, as + "\"taken\",\"jobId\":\"" + job + '"');
        } else if (random.nextBoolean()) {
            ask(Kind.REPEAT, command, as + "\"not_taken\",\"repeat\":true");
        } else {
            ask(Kind.NOT_TAKEN, command, as + "\"not_taken\"");
        }
    }

    private void ask(Kind kind, String project, String fields) {
        ask(new Asked(nextId(), kind, project, null, null, null, null), fields);
    }

    private void ask(Kind kind, Published command, String fields) {
        ask(
                new Asked(nextId(), kind, command.project(), command.id(), null, null, null),
                fields + ",\"commandId\":\"" + command.id() + '"');
    }

    private String nextId() {
        return "o" + asked.size();
    }

    /** Now and then twice, as by somebody who has not seen the answer. */
    private void ask(Asked operation, String fields) {
        asked.put(operation.id(), operation);
        String json = "{" + fields + ",\"operationId\":\"" + operation.id() + "\",\"by\":\"ops\",\"projectId\":\""
                + operation.project() + "\"}";
        append(operation.project(), json);
        if (random.nextInt(5) == 0) {
            world.in(upTo(Duration.ofMinutes(2)), () -> append(operation.project(), json));
        }
    }

    private void append(String project, String json) {
        world.note("operator", () -> json);
        byte[] key = project.getBytes(StandardCharsets.UTF_8);
        broker.partitionFor(Broker.TOPICS.operations(), key)
                .append(key, json.getBytes(StandardCharsets.UTF_8), new RecordHeaders(), null);
    }

    private Duration upTo(Duration most) {
        return Duration.ofNanos(random.nextLong(most.toNanos()));
    }
}
