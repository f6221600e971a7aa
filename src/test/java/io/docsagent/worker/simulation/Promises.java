package io.docsagent.worker.simulation;

import io.docsagent.worker.simulation.Publishers.Published;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What must be so whatever befalls the worker: checked at each POST, and when all has come to rest. */
final class Promises {

    private static final JsonMapper JSON = new JsonMapper();

    /** Commands refused so are not remembered, so that they may be published again. */
    private static final Set<String> NOT_REMEMBERED = Set.of("queue_full", "deadline_unreachable", "unknown_create");

    /** Of a call behind slow ones, while there are tokens: some calls take 20 s. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(90);

    private static final Set<String> REFUSALS = Set.of("command.rejected", "command.expired");

    private final Set<String> mayBePublishedAgain = new HashSet<>();
    private final int capacity;
    private final Duration period;
    private final Duration createWait;
    private final Map<String, Instant> ended = new HashMap<>();
    private final Map<String, List<Instant>> uses = new HashMap<>();
    private final Map<String, List<Service.Arrival>> byCommand = new TreeMap<>();
    private final List<String> taken = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();

    Promises(int capacity, Duration period, Duration createWait) {
        this.createWait = createWait;
        this.capacity = capacity;
        this.period = period;
    }

    /** A POST arrived at the service, whatever it will answer. */
    void posted(Service.Arrival arrival) {
        List<Instant> ofProject = uses.computeIfAbsent(arrival.projectId, none -> new ArrayList<>());
        ofProject.add(arrival.at);
        int before = ofProject.size() - 1 - capacity;
        if (before >= 0 && ofProject.get(before).plus(period).isAfter(arrival.at)) {
            broken.add("quota: " + arrival.projectId + " used " + (capacity + 1) + " times from "
                    + ofProject.get(before) + " to " + arrival.at);
        }
        String command = arrival.prompt.replace(" rejected", "");
        List<Service.Arrival> ofCommand = byCommand.computeIfAbsent(command, none -> new ArrayList<>());
        for (Service.Arrival earlier : ofCommand) {
            if (earlier.isTaken() || !earlier.delivered) {
                broken.add("sent twice: " + arrival.prompt + " at " + earlier.at + " (" + earlier.status + ") and at "
                        + arrival.at);
            }
        }
        ofCommand.add(arrival);
        if (arrival.isTaken() && arrival.status < 300) {
            taken.add(command);
        }
    }

    /** What must be so as well where there were no faults: nothing is unknown, and nobody waits but for the quota. */
    List<String> withoutFaults(Map<String, Published> published) {
        List<String> bad = new ArrayList<>();
        ended.keySet().stream().filter(end -> end.endsWith("command.unknown")).forEach(bad::add);
        byCommand.forEach((command, arrivals) -> {
            Service.Arrival first = arrivals.getFirst();
            Instant publishedAt = Objects.requireNonNull(published.get(command)).at();
            Duration waited = Duration.between(publishedAt, first.at);
            if (waited.compareTo(LONGEST_WAIT) > 0 && !isQuotaSpent(first, publishedAt)) {
                bad.add("waited " + waited + " for no reason: " + command);
            }
        });
        return bad;
    }

    /** Whether all uses of the project were spent at some time between. */
    private boolean isQuotaSpent(Service.Arrival arrival, Instant from) {
        List<Instant> ofProject = Objects.requireNonNull(uses.get(arrival.projectId));
        Duration counts = period.plus(LONGEST_WAIT);
        return ofProject.stream()
                .filter(use -> !use.isAfter(arrival.at) && use.plus(counts).isAfter(from))
                .anyMatch(last -> ofProject.stream()
                                .filter(use ->
                                        !use.isAfter(last) && use.plus(counts).isAfter(last))
                                .count()
                        >= capacity);
    }

    /** All has come to rest. */
    List<String> atRest(Broker broker, Map<String, Published> published) {
        Map<String, Set<String>> ends = new HashMap<>();
        Map<String, Long> sequences = new HashMap<>();
        Set<String> eventIds = new HashSet<>();
        for (LogPartition partition : broker.all(Broker.TOPICS.jobStatus())) {
            for (LogPartition.Entry entry : partition.read(0, Integer.MAX_VALUE)) {
                event(JSON.readTree(entry.text()), ends, sequences, eventIds);
            }
        }
        for (String command : published.keySet()) {
            Set<String> how = ends.getOrDefault(command, Set.of());
            if (how.isEmpty()) {
                broken.add("lost: " + command + " has not ended");
            } else if (how.size() > 1
                    && !how.equals(Set.of("job", "command.unknown"))
                    && !how.equals(REFUSALS)
                    && !mayBePublishedAgain.contains(command)) {
                broken.add("ended twice: " + command + " " + how);
            }
            boolean taken = byCommand.getOrDefault(command, List.of()).stream()
                    .anyMatch(arrival -> arrival.status >= 200 && arrival.status < 300);
            if (taken && !how.contains("job") && !how.contains("command.unknown")) {
                broken.add("taken and not reported: " + command + " " + how);
            }
        }
        inOrder(published);
        for (int number = 0; number < broker.partitions(); number++) {
            for (String store : List.of("projects", "queue", "jobs", "seen")) {
                Set<String> left = broker.changelog(store, number).keySet();
                if (!left.isEmpty()) {
                    broken.add("left in " + store + " of partition " + number + ": " + left);
                }
            }
        }
        return broken;
    }

    /** What the service took of one job, it took in the order of publication. */
    private void inOrder(Map<String, Published> published) {
        Map<String, Published> last = new HashMap<>();
        taken.forEach(command -> {
            Published now = Objects.requireNonNull(published.get(command));
            Published before = last.put(now.create(), now);
            if (before != null && before.number() > now.number()) {
                broken.add("order: " + command + " was sent after " + before.json());
            }
        });
    }

    private void event(
            JsonNode event, Map<String, Set<String>> ends, Map<String, Long> sequences, Set<String> eventIds) {
        String type = event.get("type").asString();
        if (!eventIds.add(event.get("eventId").asString())) {
            broken.add("event twice: " + event);
        }
        JsonNode command = event.get("commandId");
        if (type.startsWith("job.")) {
            String job = event.get("jobId").asString();
            long sequence = event.get("sequence").asLong();
            if (sequence != sequences.merge(job, 1L, Long::sum)) {
                broken.add("out of sequence: " + event);
            }
            if (command != null) {
                ends.computeIfAbsent(command.asString(), none -> new HashSet<>())
                        .add("job");
            }
        } else if (command != null && !type.equals("command.queued")) {
            ends.computeIfAbsent(command.asString(), none -> new HashSet<>()).add(type);
            JsonNode reason = event.get("reason");
            if (reason != null && NOT_REMEMBERED.contains(reason.get("code").asString())) {
                mayBePublishedAgain.add(command.asString());
                return;
            }
            // What was refused on arrival is remembered for a while only, and refused again after that.
            Instant time = Instant.parse(event.get("time").asString());
            String end = REFUSALS.contains(type) ? "refused" : type;
            Instant before = ended.put(command.asString() + " " + end, time);
            if (before != null && before.plus(createWait).isAfter(time)) {
                broken.add("ended twice: " + event + " and at " + before);
            }
        }
    }
}
