package io.docsagent.worker.simulation;

import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.simulation.Published.Envelope;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Who publishes commands: creates, messages, repetitions, floods, what expires, and what is no command. */
final class Publishers {

    /** Even where it was refused on arrival. */
    private static final Duration REMEMBERED = Duration.ofSeconds(80);

    private static final Pattern EXPIRY = Pattern.compile("\"expiresAt\":\"[^\"]*\"");
    private static final String FORBIDDEN = " forbidden";
    private static final int FLOOD = 30;
    private static final int NORMAL = 1;

    /** The longest ones; some are over before the command arrives. */
    private static final Duration[] EXPIRIES = {Duration.ofSeconds(1), Duration.ofMinutes(2), Duration.ofMinutes(20)};

    /** A message may be published before its create. */
    private static final Duration EARLY = Duration.ofSeconds(90);

    /** The clocks of leaders may differ by 10 s. */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    /** Begins the id of a command that has the commandId of another one. */
    private static final String OTHER_CONTENT = "x";

    private static final Duration LONGEST_DELAY = Duration.ofMinutes(10);

    /** To one job, at once. */
    private static final int MOST_MESSAGES = 4;

    /** Of a run: with the smallest quota, more would not have ended by its end. */
    private static final int MOST_FLOODED = 90;

    private final World world;
    private final Broker broker;
    private final Service service;
    private final SortedMap<String, String> topics;
    private final int projects;
    private final boolean repeats;
    private final boolean everything;
    private final @Nullable SplittableRandom continuing;
    private final Duration retention;
    private final Function<String, List<Post>> posts;
    private final LinkedHashMap<String, Published> published = new LinkedHashMap<>();
    private final Map<String, List<Published>> creates = new LinkedHashMap<>();
    private final List<byte @Nullable []> refused = new ArrayList<>();
    private final Set<String> reused = new HashSet<>();
    private final Map<String, Instant> repeated = new HashMap<>();
    private final Set<String> late = new HashSet<>();
    private final Map<String, Cancel> cancels = new LinkedHashMap<>();
    private Consumer<Published> whenKeyed = create -> {};
    private int number;
    private int flooded;

    /**
     * A cancel as it was published.
     *
     * @param id that its metadata give
     * @param target the commandId that it names
     */
    record Cancel(String id, String project, String target, Instant at) {}

    /**
     * Somebody who has published nothing yet.
     *
     * @param topics with commands, by their publishers
     * @param repeats whether commands are published again
     * @param everything whether some are cancelled, delayed or coalesced
     * @param continuing which creates continue jobs, and what has a quiet period; null for none
     * @param retention for which commands that ended are remembered
     * @param posts of a command, by its id
     */
    Publishers(
            World world,
            Broker broker,
            Service service,
            SortedMap<String, String> topics,
            int projects,
            boolean repeats,
            boolean everything,
            @Nullable SplittableRandom continuing,
            Duration retention,
            Function<String, List<Post>> posts) {
        this.world = world;
        this.broker = broker;
        this.service = service;
        this.topics = topics;
        this.projects = projects;
        this.repeats = repeats;
        this.everything = everything;
        this.continuing = continuing;
        this.retention = retention;
        this.posts = posts;
    }

    /** Every command by its id. */
    Map<String, Published> published() {
        return published;
    }

    /** From now on takes each create with a key for continuing, as it is published. */
    void whenKeyed(Consumer<Published> listener) {
        whenKeyed = listener;
    }

    /** Every cancel by its id. */
    Map<String, Cancel> cancels() {
        return cancels;
    }

    /** Whether somebody wanted it not to be sent. */
    boolean isToBeCancelled(String id) {
        return cancels.values().stream().anyMatch(cancel -> cancel.target().equals(id));
    }

    /** The values of the records that were no commands. */
    List<byte @Nullable []> refused() {
        return refused;
    }

    /** Whether the service refuses a prompt of the project as it refuses a key. */
    boolean isAnyForbidden(String project) {
        return published.values().stream()
                .anyMatch(command ->
                        command.project().equals(project) && command.json().contains(FORBIDDEN));
    }

    /** Whether the command was published again. */
    boolean isRepeated(String id) {
        return repeated.containsKey(id);
    }

    /** Whether it was published again when it may have been forgotten. */
    boolean isPublishedLate(String id) {
        return late.contains(id);
    }

    /** Publishes the command again, though it may be forgotten. */
    void publishAgain(Published command) {
        late.add(command.id());
        append(command, command.json());
    }

    /** When the command was published for the last time. */
    Instant lastPublished(Published command) {
        return repeated.getOrDefault(command.id(), command.at());
    }

    /** Whether the command shares its id with one of other content. */
    boolean isReused(String id) {
        return reused.contains(id);
    }

    /** One more record, of whatever kind. */
    void publish() {
        String project = "p" + world.random().nextInt(projects);
        if (everything && world.oneIn(12)) {
            cancel(project);
            return;
        }
        switch (world.random().nextInt(40)) {
            case 0, 1, 2, 3 -> repeat();
            case 4, 5, 6 -> noCommand(project);
            case 7 -> reuse();
            case 8, 9, 10, 11, 12, 13, 14, 15, 16, 17 -> message(project);
            default -> create(project);
        }
    }

    /**
     * Many at once.
     *
     * @param project of all of them; null for as many new ones
     */
    void flood(@Nullable String project) {
        for (int i = 0; i < FLOOD && flooded < MOST_FLOODED; i++) {
            flooded++;
            create(project == null ? "new-" + number : project);
        }
    }

    /** A command that may be taken in by another instance than the one that decides about it. */
    void createByAnotherKey() {
        String id = "c" + number;
        var unused =
                add("p" + world.random().nextInt(projects), id, id, "\"type\":\"create\"", Envelope.CLOUD_EVENT, id);
    }

    /** To a few jobs of the project. */
    void messages(String project) {
        for (int i = 0; i < 2 * MOST_MESSAGES; i++) {
            message(project);
        }
    }

    private void create(String project) {
        create(project, "c" + number, world.oneIn(6) ? world.oneOf(Envelope.values()) : Envelope.COMMAND_ID);
    }

    private void create(String project, String id, Envelope envelope) {
        Published create = add(project, id, id, "\"type\":\"create\"", envelope, id);
        if (envelope == Envelope.COMMAND_ID) {
            creates.computeIfAbsent(project, none -> new ArrayList<>()).add(create);
        }
    }

    private void message(String project) {
        List<Published> known = creates.getOrDefault(project, List.of());
        if (known.isEmpty()) {
            create(project);
            return;
        }
        if (world.oneIn(10)) {
            messageBeforeCreate(project);
            return;
        }
        Published create = known.get(world.random().nextInt(known.size()));
        int count = world.oneIn(3) ? MOST_MESSAGES : 1;
        for (int i = 0; i < count; i++) {
            message(project, create);
        }
    }

    private void messageBeforeCreate(String project) {
        String create = "e" + number;
        String id = "m" + number;
        var unused = add(project, id, create, toCreate(create), Envelope.COMMAND_ID, id);
        world.in(world.upTo(EARLY), () -> create(project, create, Envelope.COMMAND_ID));
    }

    private void message(String project, Published create) {
        String id = "m" + number;
        ServiceJob job = world.oneIn(4) ? anyJob(project) : null;
        if (job == null) {
            var unused = add(project, id, create.id(), toCreate(create.id()), Envelope.COMMAND_ID, id);
        } else {
            var unused = add(
                    project,
                    id,
                    job.id(),
                    "\"type\":\"message\",\"jobId\":\"" + job.id() + '"',
                    Envelope.COMMAND_ID,
                    id);
        }
    }

    /** Of a command that was published, or will be soon. */
    private void cancel(String project) {
        Published any = world.oneIn(4) ? null : any();
        any = any == null || any.id().startsWith(OTHER_CONTENT) ? null : any;
        String target = any == null ? "c" + (number + world.random().nextInt(4)) : any.id();
        String id = "n" + number++;
        String owner = any == null ? project : any.project();
        cancels.put(id, new Cancel(id, owner, target, world.now()));
        append(
                anyPublisher(),
                owner,
                "{\"type\":\"cancel\",\"projectId\":\"" + owner + "\",\"cancelCommandId\":\"" + target
                        + "\",\"metadata\":{\"id\":\"" + id + "\"}}",
                Envelope.NONE);
    }

    private @Nullable Instant notBefore(@Nullable Instant expiresAt) {
        Instant notBefore = everything && world.oneIn(8) ? world.now().plus(world.upTo(LONGEST_DELAY)) : null;
        return notBefore != null && expiresAt != null && !notBefore.isBefore(expiresAt) ? null : notBefore;
    }

    private String coalesce() {
        return everything && world.oneIn(6)
                ? ",\"coalesce\":{\"key\":\"k" + world.random().nextInt(2) + "\",\"mode\":\""
                        + (world.oneIn(2) ? "replace" : "append") + '"' + quiet() + "}"
                : "";
    }

    private String quiet() {
        return continuing != null && continuing.nextBoolean()
                ? ",\"quiet\":\"PT" + (1 + continuing.nextInt(60)) + "S\",\"atMost\":\"PT2M\""
                : "";
    }

    private String continueKey(boolean isCreate) {
        return continuing != null && isCreate && continuing.nextInt(3) == 0
                ? Continuations.FIELD + "k" + continuing.nextInt(2) + '"'
                : "";
    }

    private boolean isPlain(String id) {
        Published create = published.get(id);
        return create == null || create.plain();
    }

    private static String toCreate(String commandId) {
        return "\"type\":\"message\",\"createCommandId\":\"" + commandId + '"';
    }

    private @Nullable ServiceJob anyJob(String project) {
        List<ServiceJob> all = service.jobs().values().stream()
                .filter(job -> job.project().equals(project))
                .toList();
        return all.isEmpty() ? null : all.get(world.random().nextInt(all.size()));
    }

    /** The id of an earlier command, with other content. */
    private void reuse() {
        Published first = repeats ? any() : null;
        if (first != null && first.envelope() == Envelope.COMMAND_ID) {
            String id = OTHER_CONTENT + number;
            reused.add(id);
            reused.add(first.id());
            var unused = add(first.project(), id, id, "\"type\":\"create\"", Envelope.COMMAND_ID, first.id());
        }
    }

    private Published add(String project, String id, String create, String type, Envelope envelope, String commandId) {
        Instant expiresAt = world.oneIn(6) ? world.now().plus(world.upTo(world.oneOf(EXPIRIES))) : null;
        String expiry = expiresAt == null ? "" : ",\"expiresAt\":\"" + expiresAt + '"';
        int rank = world.oneIn(5) ? 2 * world.random().nextInt(2) : NORMAL;
        String priority = rank == NORMAL ? "" : ",\"priority\":\"" + (rank < NORMAL ? "high" : "low") + '"';
        Instant notBefore = notBefore(expiresAt);
        String earliest = notBefore == null ? "" : ",\"notBefore\":\"" + notBefore + '"';
        String coalesce = coalesce();
        String continueKey = continueKey(id.equals(create));
        boolean plain = notBefore == null && coalesce.isEmpty() && continueKey.isEmpty() && isPlain(create);
        String publisher = anyPublisher();
        String by = publisher.equals(Publisher.DEFAULT) ? "" : " " + Post.BY + " " + publisher;
        String prompt = id + by + (world.oneIn(15) ? " rejected" : world.oneIn(30) ? FORBIDDEN : "");
        String named = envelope == Envelope.COMMAND_ID ? ",\"commandId\":\"" + commandId + '"' : "";
        String json = "{" + type + ",\"projectId\":\"" + project + '"' + named + ",\"prompt\":\"" + prompt
                + "\",\"metadata\":{\"id\":\"" + id + "\"}" + expiry + priority + earliest + coalesce + continueKey
                + "}";
        String value = envelope == Envelope.CLOUD_EVENT
                ? "{\"specversion\":\"1.0\",\"type\":\"c\",\"source\":\"s\",\"id\":\"" + id + "\",\"data\":" + json
                        + "}"
                : json;
        Published added = new Published(
                id,
                project,
                publisher,
                value,
                envelope,
                create,
                rank,
                expiresAt,
                number++,
                world.now(),
                notBefore,
                plain);
        published.put(id, added);
        if (!continueKey.isEmpty()) {
            whenKeyed.accept(added);
        }
        // Publishers in other languages hash keys differently; the order of a job is kept only within a partition.
        boolean elsewhere = envelope == Envelope.CLOUD_EVENT || (envelope == Envelope.NONE && world.oneIn(2));
        append(publisher, elsewhere ? "another key " + number : project, value, envelope);
        return added;
    }

    /** The same again, as by a publisher that did not learn that it had succeeded. */
    private void repeat() {
        Published again = repeats ? world.oneIn(3) ? latest() : any() : null;
        if (again != null && again.envelope() != Envelope.NONE && isRemembered(again)) {
            append(again, repeated(again));
        }
    }

    /** Nobody publishes a command again that may be forgotten. */
    private boolean isRemembered(Published command) {
        Instant since = posts.apply(command.id()).stream()
                .filter(post -> post.takenBy != null)
                .map(post -> post.sentAt)
                .reduce(command.at(), (one, other) -> one.isAfter(other) ? one : other);
        return since.plus(retention).minus(MARGIN).isAfter(world.now());
    }

    /** Some publishers compute the expiry anew each time; the command is the same while it is remembered. */
    private String repeated(Published again) {
        boolean remembered = again.at().plus(REMEMBERED).isAfter(world.now());
        return remembered && world.oneIn(2)
                ? EXPIRY.matcher(again.json())
                        .replaceAll("\"expiresAt\":\"" + world.now().plus(Duration.ofHours(1)) + '"')
                : again.json();
    }

    private @Nullable Published latest() {
        return published.isEmpty() ? null : published.lastEntry().getValue();
    }

    private @Nullable Published any() {
        List<Published> all = List.copyOf(published.values());
        return all.isEmpty() ? null : all.get(world.random().nextInt(all.size()));
    }

    private void noCommand(String project) {
        byte @Nullable [] value = NoCommand.any(world, project);
        refused.add(value);
        world.note("publisher", () -> "what is no command");
        partitionFor(anyPublisher(), project).append(bytes(project), value, new RecordHeaders(), null);
    }

    String anyPublisher(SplittableRandom random) {
        return List.copyOf(topics.keySet()).get(random.nextInt(topics.size()));
    }

    private String anyPublisher() {
        return topics.size() == 1
                ? topics.firstKey()
                : world.oneOf(topics.keySet().toArray(new String[0]));
    }

    private LogPartition partitionFor(String publisher, String key) {
        return broker.partitionFor(Objects.requireNonNull(topics.get(publisher)), bytes(key));
    }

    private void append(Published again, String json) {
        repeated.put(again.id(), world.now());
        append(again.publisher(), again.project(), json, again.envelope());
    }

    private void append(String publisher, String key, String value, Envelope envelope) {
        world.note("publisher", () -> value);
        RecordHeaders headers = new RecordHeaders();
        if (envelope == Envelope.CLOUD_EVENT) {
            headers.add("content-type", bytes("application/cloudevents+json"));
        }
        partitionFor(publisher, key).append(bytes(key), bytes(value), headers, null);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
