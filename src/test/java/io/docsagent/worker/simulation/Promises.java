package io.docsagent.worker.simulation;

import io.docsagent.worker.guarantee.History;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.settings.WorkerProperties.Delivery;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What must hold whatever happens to the worker: checked at each POST, and when all has come to rest. */
final class Promises {

    static final String RELEASED_BY_OPERATOR = "a key that an operator released";
    static final String RELEASED_BY_PULL_REQUEST = "a key that a pull request released";
    static final String ANSWERED_AS_BEFORE = "a request that the service knew by its name";

    /** What has to occur, and is no event. */
    static final String[] TRIED = {RELEASED_BY_OPERATOR, RELEASED_BY_PULL_REQUEST, ANSWERED_AS_BEFORE};

    private final World world;
    private final Set<Integer> declaredNotTaken;
    private final int mostSends;
    private final Allowance allowance = new Allowance();
    private final Spans disturbed = new Spans();
    private final Spans lookupsDisturbed = new Spans();
    private final Spans keysDiffer = new Spans();
    private final Map<String, List<Post>> posts = new HashMap<>();
    private final Map<String, List<Post>> addressed = new HashMap<>();
    private final List<Post> taken = new ArrayList<>();
    private final List<History.Use> uses = new ArrayList<>();
    private final Map<String, List<Instant>> lookups = new HashMap<>();
    private final Map<String, Denial> denials = new LinkedHashMap<>();
    private final Map<String, Integer> worked = new TreeMap<>();
    private final Map<String, Integer> tried = new TreeMap<>();
    private final List<String> broken = new ArrayList<>();

    private final Payments payments;
    private final boolean shared;

    /** @param settings that are the same for every instance */
    Promises(World world, Broker broker, WorkerProperties settings) {
        this.world = world;
        this.payments = new Payments(broker);
        this.shared = !settings.publishers().isEmpty();
        this.declaredNotTaken = settings.api().notTakenStatuses();
        this.mostSends = settings.delivery() == Delivery.AT_LEAST_ONCE
                ? settings.dispatch().maxAttempts()
                : 1;
    }

    Allowance allowance() {
        return allowance;
    }

    /** From now on, for so long and a while after it, anything may take longer, for every project. */
    void disturbed(Duration lasts) {
        serviceDisturbed(lasts);
    }

    /** The same, but for instances and brokers, which do what they should. */
    void serviceDisturbed(Duration lasts) {
        answersDisturbed(lasts);
        lookupsDisturbed(lasts);
    }

    /** The same, but for jobs, which are looked at as ever. */
    void answersDisturbed(Duration lasts) {
        disturbed.add(world.now(), recovered(lasts));
    }

    private Instant recovered(Duration lasts) {
        return world.now().plus(lasts).plus(Waits.RECOVERY);
    }

    Spans disturbed() {
        return disturbed;
    }

    /** From now on, for so long and a while after it, jobs may be looked at less often, and a link be missed. */
    void lookupsDisturbed(Duration lasts) {
        lookupsDisturbed.add(world.now(), recovered(lasts));
    }

    /** From now on, and for so long, an instance may have another key than the service. */
    void keysDiffer(Duration lasts) {
        keysDiffer.add(world.now(), world.now().plus(lasts));
    }

    Spans keysDiffer() {
        return keysDiffer;
    }

    /** Whether what a job showed between the two must have been seen. */
    boolean mustSeeJobs(Instant from, Instant to) {
        return !lookupsDisturbed.meet(from, to);
    }

    /** A job is looked at. */
    void looked(String jobId) {
        lookups.computeIfAbsent(jobId, none -> new ArrayList<>()).add(world.now());
    }

    boolean lookedAt(String jobId, Instant from, Instant to) {
        return lookups.getOrDefault(jobId, List.of()).stream().anyMatch(at -> !at.isBefore(from) && !at.isAfter(to));
    }

    /** An instance publishes an input. */
    void appending(String instance, byte[] input) {
        if (Format.of(Input.class).read(input) instanceof Input.CallAnswered answered
                && answered.answer() instanceof Answer.Unknown unknown
                && unknown.reason() == Answer.Unknown.Reason.NO_TRACE) {
            denials.putIfAbsent(
                    instance + " " + answered.callId(), new Denial(instance, answered.callId(), world.now()));
        }
    }

    /** The first answer of each instance that it knows nothing of a call; it may be appended again and again. */
    Collection<Denial> denials() {
        return denials.values();
    }

    record Denial(String instance, String callId, Instant at) {}

    List<Post> postsOf(String command) {
        return posts.getOrDefault(command, List.of());
    }

    /** What the service counted, in its order. */
    List<History.Use> uses() {
        return uses;
    }

    /** So many POSTs of a command may have been taken. */
    int mostSends() {
        return mostSends;
    }

    Set<Integer> declaredNotTaken() {
        return declaredNotTaken;
    }

    void broken(String what) {
        broken.add(what);
        world.note("promise", () -> what);
    }

    /** What was broken until now. */
    List<String> broken() {
        return broken;
    }

    /** A POST has left an instance. */
    void sent(Post post) {
        posts.computeIfAbsent(post.command(), none -> new ArrayList<>()).add(post);
        post.payer = shared ? payments.payerOf(post) : post.payer;
        if (post.jobId != null) {
            addressed.computeIfAbsent(post.jobId, none -> new ArrayList<>()).add(post);
        }
        if (post.jobId == null && post.command().startsWith("m")) {
            broken("a message as a create: " + post);
        }
    }

    /** The POSTs that are the uses of others than the publishers of their commands. */
    List<Post> paidByOthers() {
        return posts.values().stream()
                .flatMap(List::stream)
                .filter(post -> !post.payer.equals(post.publisher()))
                .toList();
    }

    /** The service has it, and has answered, whether the answer arrives or not. */
    void arrived(Post post) {
        Instant now = world.now();
        uses.add(new History.Use(
                post.projectId,
                post.payer,
                Objects.requireNonNull(post.arrivedAt),
                allowance.quotaAt(now),
                allowance.budgetAt(now, post.payer)));
        if (post.takenBy != null) {
            taken.add(post);
        }
        if (post.answeredAsBefore) {
            tried(ANSWERED_AS_BEFORE);
        } else if (post.takenBy != null) {
            worked.merge(post.command(), 1, Integer::sum);
        }
    }

    /** How often the service did the work of each command. */
    Map<String, Integer> worked() {
        return worked;
    }

    /** One of {@link #TRIED} has occurred. */
    void tried(String what) {
        tried.merge(what, 1, Integer::sum);
    }

    Map<String, Integer> tried() {
        return tried;
    }

    /** The messages that left for a job. */
    List<Post> addressed(String jobId) {
        return addressed.getOrDefault(jobId, List.of());
    }

    /** The jobs that took something of which the worker does not know it. */
    Set<String> jobsThatTookUnknowns() {
        return taken.stream()
                .filter(post -> !post.delivered || post.status >= 300)
                .map(post -> Objects.requireNonNull(post.takenBy))
                .collect(Collectors.toSet());
    }

    /** What jobs took, in the order in which they did. */
    List<Post> taken() {
        return taken;
    }
}
