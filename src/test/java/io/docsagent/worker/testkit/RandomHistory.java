package io.docsagent.worker.testkit;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.PullRequestState;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.WatchedJob;
import io.docsagent.worker.guarantee.Guarantee;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.ContentHash;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A seeded history: publishers, a service, gateways, alarms and leaders that do whatever they may, one input after the
 * other. It goes by the true time, which the service has; a leader's clock, by which the log goes, and a worker's differ
 * from it.
 */
public final class RandomHistory {

    private static final Duration RESPONSE = Duration.ofSeconds(30);
    private static final int MOST_STEPS = 20_000;

    /** Whose commands they are. */
    public static final List<String> PUBLISHERS = List.of("default", "batch", "ci");

    /** How far the clocks of leaders and workers may be from the true time. */
    public static final Duration MOST_SKEW = Duration.ofSeconds(5);

    private final SplittableRandom random;
    private final long contents;
    private final ProjectWorld world;
    private final List<Guarantee> guarantees;
    private final PriorityQueue<Due> coming =
            new PriorityQueue<>(Comparator.comparing(Due::at).thenComparingInt(Due::number));
    private final Map<String, Outcome> outcomes = new HashMap<>();
    private final List<Used> uses = new ArrayList<>();

    /** What a service that takes each request once has answered to those that it took. */
    private final Map<List<@Nullable String>, Answer> taken = new HashMap<>();

    private Instant now = ProjectWorld.START;
    private Duration leaderAhead = Duration.ZERO;
    private int number;
    private int commands;
    private int operations;
    private boolean keyDead;
    private boolean quiet;

    private record Due(Instant at, int number, Supplier<@Nullable Input> input) {}

    /** What the gateway knows of a call, from when on; null where it died with it. */
    private record Outcome(@Nullable Answer answer, Instant known) {}

    public RandomHistory(SplittableRandom random, Limits limits, List<Guarantee> guarantees) {
        this.random = random;
        this.contents = random.nextLong();
        this.world = ProjectWorld.of(limits);
        this.guarantees = guarantees;
    }

    /** A use that the service counted then, of that publisher. */
    public record Used(String payer, Instant at) {}

    public List<Used> uses() {
        return uses;
    }

    private void used(GatewayRequest.Call call, Instant at) {
        String publisher = Objects.requireNonNull(world.project().calls().get(call.callId()))
                .inFlight()
                .payer();
        uses.add(new Used(publisher, at));
    }

    /**
     * The worker is restarted with other settings on the way.
     *
     * @return when the last call that was decided before can have been counted
     */
    public Instant changes(Limits later, Duration after) {
        Duration mayStillBeSent = Duration.ofSeconds(30)
                .plus(RESPONSE)
                .plus(world.policy().quota().straggler());
        in(after, () -> {
            world.settings(later);
            world.rebuildIndex();
            return null;
        });
        return now.plus(after).plus(mayStillBeSent).plus(MOST_SKEW.multipliedBy(2));
    }

    /** Lives through the history, and on until nothing is left to do. */
    public ProjectWorld run() {
        int count = 5 + random.nextInt(25);
        for (int i = 0; i < count; i++) {
            in(Duration.ofMillis(random.nextLong(300_000)), this::command);
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            in(Duration.ofMillis(random.nextLong(300_000)), this::keyDiesOrComesBack);
        }
        for (int i = random.nextInt(8); i > 0; i--) {
            in(Duration.ofMillis(random.nextLong(300_000)), this::operation);
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            in(Duration.ofMillis(random.nextLong(300_000)), this::ofAll);
        }
        for (int i = random.nextInt(8); i > 0; i--) {
            in(Duration.ofMillis(random.nextLong(300_000)), this::pullRequest);
        }
        drain();
        quiet = true;
        while (world.ifProject() != null && !(world.project().hold() instanceof Hold.Flowing)) {
            in(Duration.ofMinutes(1), () -> {
                keyDead = false;
                return arrival(Asked.create("c" + commands++));
            });
            drain();
        }
        while (world.ifProject() != null && world.nextMoment() != null) {
            now = later(world.nextMoment().minus(leaderAhead), now);
            take(wake());
        }
        guarantees.forEach(guarantee -> guarantee.atTheEnd(world));
        return world;
    }

    private void drain() {
        for (int steps = 0; !coming.isEmpty(); steps++) {
            if (steps > MOST_STEPS) {
                throw new AssertionError("the history does not come to rest");
            }
            Due due = coming.remove();
            now = due.at();
            Input input = due.input().get();
            if (input != null) {
                take(input);
            }
        }
    }

    private void take(Input input) {
        if (!quiet && random.nextInt(20) == 0) {
            leaderAhead = random.nextBoolean() ? MOST_SKEW : MOST_SKEW.negated();
        }
        world.at(now.plus(leaderAhead));
        if (!quiet) {
            world.logAhead(skew().minus(leaderAhead));
        }
        world.triesEachDecisionWithFailureAfter(random.nextInt(4) == 0 ? random.nextInt(12) : -1);
        Step step = world.append(input);
        guarantees.forEach(guarantee -> guarantee.after(world, input, step));
        step.calls().forEach(this::send);
        step.outcomeQueries().forEach(this::ask);
        Instant next = world.nextMoment();
        boolean worthWaking = world.ifProject() != null
                && (world.commandsKept() > 0 || !world.project().calls().isEmpty());
        if (next != null && worthWaking) {
            Instant due = later(next.minus(leaderAhead), now.plusMillis(1));
            due = random.nextInt(4) == 0 ? due.plusMillis(random.nextLong(5_000)) : due;
            coming.add(new Due(
                    due, number++, () -> next.equals(world.nextMoment()) || random.nextInt(8) == 0 ? wake() : null));
        }
        step.events().stream()
                .filter(event -> event.type() == StatusEvent.Type.COMMAND_UNKNOWN && !quiet && random.nextBoolean())
                .forEach(event -> in(
                        upTo(Duration.ofMinutes(15)),
                        () -> asked("o" + operations++, resolution(String.valueOf(event.commandId())))));
        if (!quiet && random.nextInt(3) == 0) {
            world.watched().values().stream().findAny().ifPresent(this::look);
        }
    }

    private static Input wake() {
        return new Input.WokeUp(Asked.PROJECT, Input.WokeUp.Cause.TIME);
    }

    private void look(WatchedJob job) {
        String[] statuses = {"active", "active", "completed", "failed", "archived", "paused"};
        String status = statuses[random.nextInt(statuses.length)];
        String link = random.nextBoolean() ? null : link();
        Instant began = world.now().plusMillis(random.nextLong(1_000)).plus(skew());
        var seen = random.nextInt(10) == 0 ? null : Said.job(job.jobId(), status, link);
        in(
                Duration.ofMillis(1_000 + random.nextLong(3_000)),
                () -> ProjectWorld.observed(job.jobId(), job.generation(), began, seen));
    }

    private Input command() {
        if (random.nextInt(12) == 0) {
            Command cancel = Asked.cancel("c" + random.nextInt(commands + 3))
                    .metadata(Map.of("id", "cancel" + number))
                    .command();
            return new Input.CommandArrived(
                    cancel, Identity.ofRecord("requests", 0, number++, 0), ContentHash.of(cancel), null);
        }
        String id = "c" + (commands > 0 && random.nextInt(8) == 0 ? random.nextInt(commands) : commands++);
        // An id decides all of its command in a history, so that a repetition has the same content.
        SplittableRandom own = new SplittableRandom(contents ^ id.hashCode());
        Asked asked = switch (own.nextInt(4)) {
            case 0 -> Asked.message(id, "j" + own.nextInt(2));
            case 1 -> Asked.follow(id, "c" + own.nextInt(30));
            default -> {
                Asked create = Asked.create(id);
                int key = own.nextInt(5);
                yield key < 3 ? create.continuing("key" + key / 2) : create;
            }
        };
        int priority = own.nextInt(4);
        asked = priority == 0 ? asked.high() : priority == 1 ? asked.low() : asked;
        if (own.nextInt(4) == 0) {
            asked = asked.expiresAt(ProjectWorld.START.plusMillis(own.nextLong(900_000)));
        }
        if (own.nextInt(5) == 0) {
            Instant expiresAt = asked.command().expiresAt();
            Instant notBefore = ProjectWorld.START.plusMillis(own.nextLong(600_000));
            asked = expiresAt == null || notBefore.isBefore(expiresAt) ? asked.notBefore(notBefore) : asked;
        }
        int key = own.nextInt(12);
        asked = key < 2 ? asked.replacing("k" + key) : key < 4 ? asked.appendedTo("k" + key % 2) : asked;
        return arrival(asked.by(PUBLISHERS.get(own.nextInt(PUBLISHERS.size()))));
    }

    /** Few, so that jobs share some. */
    private String link() {
        return "https://example.org/pull/" + random.nextInt(4);
    }

    /** Now and then late, twice, or of one that no job has. */
    private Input pullRequest() {
        PullRequestState[] states = PullRequestState.values();
        Instant at = now.minus(random.nextBoolean() ? Duration.ZERO : upTo(Duration.ofMinutes(2)));
        var seen = new Input.PullRequestSeen(Asked.PROJECT, link(), states[random.nextInt(states.length)], at);
        if (random.nextInt(4) == 0) {
            in(upTo(Duration.ofMinutes(1)), () -> seen);
        }
        return seen;
    }

    private Input operation() {
        // Now and then one that was asked for before, whatever it says.
        String id = "o" + (operations > 0 && random.nextInt(6) == 0 ? random.nextInt(operations) : operations++);
        String commandId = "c" + random.nextInt(commands + 1);
        return asked(
                id,
                switch (random.nextInt(12)) {
                    case 0, 1 -> hold();
                    case 2 -> new Operation.Resume();
                    case 3, 4 -> new Operation.Promote(commandId);
                    case 5 -> new Operation.Cancel(commandId);
                    case 9 -> new Operation.Probe();
                    case 11 -> new Operation.Release("key" + random.nextInt(2));
                    case 10 -> new Operation.ResolveMany(random.nextBoolean(), random.nextBoolean() ? null : now, null);
                    case 6 -> new Operation.CancelMany(null, random.nextBoolean() ? null : "k" + random.nextInt(2));
                    default -> resolution(commandId);
                });
    }

    /** One without an end is ended later: a project that is held for ever would never come to rest. */
    private Operation.Action hold() {
        if (random.nextBoolean()) {
            return new Operation.Hold(now.plus(upTo(Duration.ofMinutes(3))));
        }
        in(upTo(Duration.ofMinutes(5)), () -> asked("o" + operations++, new Operation.Resume()));
        return new Operation.Hold(null);
    }

    /** An operation on all projects, which wakes this one. */
    private Input ofAll() {
        var unused =
                world.asksOfAll("all" + operations++, random.nextInt(3) == 0 ? new Operation.Probe() : holdOfAll());
        return wake();
    }

    private Operation.Action holdOfAll() {
        if (random.nextBoolean()) {
            return new Operation.Hold(now.plus(upTo(Duration.ofMinutes(3))));
        }
        in(upTo(Duration.ofMinutes(5)), () -> {
            var unused = world.asksOfAll("all" + operations++, new Operation.Resume());
            return wake();
        });
        return new Operation.Hold(null);
    }

    private Operation.Action resolution(String commandId) {
        if (random.nextInt(3) > 0) {
            return new Operation.ResolveNotTaken(commandId, random.nextInt(3) > 0);
        }
        CommandRecord record = world.records().get(commandId);
        String call = world.ifCallOf(commandId);
        String jobId = record != null && record.jobId() != null ? record.jobId() : "job of " + call;
        var taken = new Operation.ResolveTaken(commandId, random.nextInt(4) > 0 ? jobId : "j" + random.nextInt(3));
        if (random.nextInt(3) == 0) {
            // Said by two operators.
            in(upTo(Duration.ofSeconds(2)), () -> asked("o" + operations++, taken));
        }
        return taken;
    }

    private static Input asked(String operationId, Operation.Action action) {
        return new Input.OperationRequested(new Operation(operationId, "alice", null, Asked.PROJECT, action), null);
    }

    private static Input arrival(Asked asked) {
        var command = asked.command();
        return new Input.CommandArrived(
                command, Identity.ofCommandId(String.valueOf(command.commandId())), ContentHash.of(command), null);
    }

    private Input keyDiesOrComesBack() {
        keyDead = !keyDead;
        return new Input.WokeUp(Asked.PROJECT, keyDead ? Input.WokeUp.Cause.TIME : Input.WokeUp.Cause.KEY_CHANGED);
    }

    private void send(GatewayRequest.Call call) {
        Duration sendable = Duration.between(now.plus(skew()), call.notAfter());
        boolean sent = !sendable.isNegative() && (quiet || random.nextInt(6) != 0);
        Duration soon = Duration.ofMillis(50).compareTo(sendable) < 0 ? Duration.ofMillis(50) : sendable;
        Duration toService = sent ? upTo(quiet || random.nextBoolean() ? soon : sendable) : Duration.ZERO;
        if (!sent) {
            known(call, random.nextInt(3) == 0 ? Said.noSlot() : Said.notSent(), upTo(Duration.ofSeconds(1)));
        } else if (!quiet && random.nextInt(5) == 0) {
            ofUnknownOutcome(call, sendable);
        } else {
            used(call, now.plus(toService));
            known(call, answerTo(call), toService.plus(random.nextBoolean() ? upTo(RESPONSE) : Duration.ZERO));
        }
    }

    private void ofUnknownOutcome(GatewayRequest.Call call, Duration sendable) {
        Duration open = sendable.plus(RESPONSE).plus(world.policy().quota().straggler());
        Duration read = upTo(open);
        boolean taken = random.nextBoolean();
        if (taken) {
            used(call, now.plus(read));
        }
        Duration givenUp = upTo(sendable.plus(RESPONSE));
        if (random.nextInt(4) == 0) {
            outcomes.put(call.callId(), new Outcome(null, now.plus(givenUp)));
            return;
        }
        known(call, Said.unknown(), givenUp);
        if (random.nextBoolean()) {
            Answer late = taken ? answerTo(call) : Said.notSent();
            Duration later = taken ? read : givenUp;
            in(later.plus(upTo(Duration.ofMinutes(random.nextInt(3) == 0 ? 40 : 5))), () -> {
                outcomes.put(call.callId(), new Outcome(late, now));
                return new Input.CallAnswered(Asked.PROJECT, call.callId(), late);
            });
        }
    }

    private Answer answerTo(GatewayRequest.Call call) {
        Answer answer = anyAnswerTo(call);
        if (!world.policy().dispatching().idempotent() || keyDead) {
            return answer;
        }
        List<@Nullable String> name = Arrays.asList(call.admittedCommand(), call.jobId(), call.prompt());
        return answer instanceof Answer.Accepted
                ? taken.computeIfAbsent(name, none -> answer)
                : taken.getOrDefault(name, answer);
    }

    private Answer anyAnswerTo(GatewayRequest.Call call) {
        if (keyDead) {
            return random.nextBoolean() ? Said.unauthorized() : Said.redirected();
        }
        return switch (quiet ? 9 : random.nextInt(11)) {
            case 0 -> call.jobId() != null && random.nextBoolean() ? Said.unknownJob() : Said.rejected();
            case 10 -> random.nextBoolean() ? Said.notTaken() : Said.unauthorized();
            case 1 -> Said.throttled(random.nextBoolean() ? null : Duration.ofSeconds(random.nextInt(200)));
            default -> Said.accepted(call.jobId() != null ? call.jobId() : "job of " + call.callId());
        };
    }

    private void known(GatewayRequest.Call call, Answer answer, Duration after) {
        outcomes.put(call.callId(), new Outcome(answer, now.plus(after)));
        if (!quiet && random.nextInt(10) == 0) {
            return;
        }
        Duration appended = after.plus(upTo(random.nextInt(6) == 0 ? Duration.ofMinutes(3) : Duration.ofMillis(100)));
        in(appended, () -> new Input.CallAnswered(Asked.PROJECT, call.callId(), answer));
        if (random.nextInt(6) == 0) {
            in(
                    appended.plus(upTo(Duration.ofMinutes(2))),
                    () -> new Input.CallAnswered(Asked.PROJECT, call.callId(), answer));
        }
    }

    private void ask(String callId) {
        in(upTo(Duration.ofMillis(200)), () -> {
            Outcome known = outcomes.get(callId);
            Answer answer = known == null || known.answer() == null ? Said.unknown() : known.answer();
            boolean inFlight = known != null && known.known().isAfter(now);
            return new Input.CallAnswered(Asked.PROJECT, callId, inFlight ? Said.inFlight() : answer);
        });
    }

    private void in(Duration time, Supplier<@Nullable Input> input) {
        coming.add(new Due(now.plus(time), number++, input));
    }

    /** A worker's clock of the log, as it may be: off from the true time. */
    private Duration skew() {
        return quiet
                ? Duration.ZERO
                : Duration.ofMillis(random.nextLong(-MOST_SKEW.toMillis(), MOST_SKEW.toMillis() + 1));
    }

    private Duration upTo(Duration most) {
        return Duration.ofMillis(random.nextLong(most.toMillis() + 1));
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
