package io.docsagent.worker.simulation;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Who publishes commands: creates, messages, repetitions, what expires, and what is no command. */
final class Publishers {

    private final World world;
    private final Broker broker;
    private final int projects;
    private final Map<String, Published> published = new LinkedHashMap<>();
    private final Map<String, List<String>> creates = new LinkedHashMap<>();

    Publishers(World world, Broker broker, int projects) {
        this.world = world;
        this.broker = broker;
        this.projects = projects;
    }

    /**
     * A command as it was published.
     *
     * @param create the command whose job a message is for; the command itself for a create
     * @param number its position in the order of publication
     */
    record Published(String project, String json, String create, int number, Instant at) {}

    Map<String, Published> published() {
        return published;
    }

    /** One more record, of whatever kind. */
    void publish() {
        String project = "p" + world.random().nextInt(projects);
        switch (world.random().nextInt(10)) {
            case 0 -> repeat();
            case 1 -> append(project, "{\"type\":\"create\",\"projectId\":7}");
            case 2, 3, 4 -> message(project);
            default -> create(project);
        }
    }

    private void create(String project) {
        String id = "c" + published.size();
        creates.computeIfAbsent(project, none -> new ArrayList<>()).add(id);
        add(project, id, id, "\"type\":\"create\"");
    }

    private void message(String project) {
        List<String> known = creates.getOrDefault(project, List.of());
        if (known.isEmpty()) {
            create(project);
            return;
        }
        String create = known.get(world.random().nextInt(known.size()));
        add(project, "m" + published.size(), create, "\"type\":\"message\",\"createCommandId\":\"" + create + "\"");
    }

    private void add(String project, String id, String create, String type) {
        String expiry =
                world.oneIn(8) ? ",\"expiresAt\":\"" + world.now().plus(world.upTo(Duration.ofMinutes(20))) + "\"" : "";
        String priority = world.oneIn(5) ? ",\"priority\":\"" + (world.oneIn(2) ? "high" : "low") + "\"" : "";
        String prompt = world.oneIn(15) ? id + " rejected" : id;
        String json = "{" + type + ",\"projectId\":\"" + project + "\",\"commandId\":\"" + id + "\",\"prompt\":\""
                + prompt + "\"" + expiry + priority + "}";
        published.put(id, new Published(project, json, create, published.size(), world.now()));
        append(project, json);
    }

    /** The same again, as by a publisher that did not learn that it had succeeded. */
    private void repeat() {
        if (published.isEmpty()) {
            return;
        }
        List<Published> all = List.copyOf(published.values());
        Published again = all.get(world.random().nextInt(all.size()));
        append(again.project(), again.json());
    }

    private void append(String project, String json) {
        world.note("publisher", () -> json);
        byte[] key = project.getBytes(StandardCharsets.UTF_8);
        broker.partitionFor(Broker.TOPICS.requests(), key)
                .append(key, json.getBytes(StandardCharsets.UTF_8), new RecordHeaders(), null);
    }
}
