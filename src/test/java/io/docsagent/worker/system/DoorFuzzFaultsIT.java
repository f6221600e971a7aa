package io.docsagent.worker.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.gateway.GatewayStatus;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.ingress.CommandReader;
import io.docsagent.worker.ingress.Publishers;
import io.docsagent.worker.ingress.document.Reading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.kafka.config.StreamsBuilderFactoryBean;
import tools.jackson.databind.JsonNode;

/**
 * Whatever comes in at both doors, from publishers and from the service, the worker lives and keeps its promises. Runs for
 * {@code -Dfuzz.seconds}, from {@code -Dfuzz.seed}.
 */
class DoorFuzzFaultsIT {

    private static final int CAPACITY = 5;
    private static final Duration PERIOD = Duration.ofSeconds(5);
    private static final long BETWEEN_RECORDS = Duration.ofMillis(15).toNanos();
    private static final int PROJECTS = 60;
    private static final int MOST_SHOWN = 5;
    private static final String NAME = "fuzz-";

    private final long seed = Long.getLong("fuzz.seed", System.nanoTime());
    private final Duration time = Duration.ofSeconds(Long.getLong("fuzz.seconds", 120));
    private final SplittableRandom random = new SplittableRandom(seed);
    private final List<String> examples = examples();
    private int commands;

    @Test
    void the_worker_lives_and_its_promises_hold(@TempDir Path folder) throws IOException {
        Path key = Files.writeString(folder.resolve("key"), "the-first-key");
        try (RandomService service = new RandomService(seed);
                RunningWorker worker = RunningWorker.start(
                        new EmbeddedBroker(),
                        service.baseUrl(),
                        "docs-agent.api.key-file=" + key,
                        "docs-agent.api.key-refresh=200ms",
                        "docs-agent.api.response-timeout=3s",
                        "docs-agent.dispatch.not-after=2s",
                        "docs-agent.quota.capacity=" + CAPACITY,
                        "docs-agent.quota.period=" + PERIOD.toSeconds() + "s",
                        "docs-agent.quota.margin=100ms",
                        "docs-agent.quota.straggler=1s",
                        "docs-agent.queue.create-wait=5s",
                        "docs-agent.requests.max-bytes=32KB");
                Publisher publisher = new Publisher(worker);
                Subscriber requests = new Subscriber(worker, "requests");
                Subscriber deadLetters = new Subscriber(worker, "requests-dlt");
                Subscriber events = new Subscriber(worker, "job-status")) {
            int published = 0;
            for (long end = System.nanoTime() + time.toNanos(); System.nanoTime() < end; published++) {
                publisher.publish(bytes(random.nextInt(40)), record());
                LockSupport.parkNanos(BETWEEN_RECORDS);
            }
            service.calmDown();
            Files.writeString(key, "the-second-key");

            int all = published;
            await().atMost(Duration.ofMinutes(1)).until(() -> requests.records().size() == all);
            await().atMost(Duration.ofMinutes(6))
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(() -> assertThat(withoutAnEnd(requests.records(), events.events(), service.posts()))
                            .as("seed %d: commands without an end", seed)
                            .isEmpty());

            assertThat(lives(worker)).as("seed %d: the worker lives", seed).isTrue();
            assertThat(ends(events.events()))
                    .as("seed %d: ways to end", seed)
                    .allSatisfy((command, ends) -> assertThat(ends)
                            .as(command)
                            .isIn(
                                    Set.of("job"),
                                    Set.of("command.rejected"),
                                    Set.of("command.expired"),
                                    Set.of("command.unknown"),
                                    Set.of("command.unknown", "job")));
            setAside(requests.records(), worker.context().getBean(Publishers.class), deadLetters);
            sentAtMostOnce(service.posts());
            withinQuota(service.posts());
        }
    }

    private static boolean lives(RunningWorker worker) {
        var streams = worker.context().getBean(StreamsBuilderFactoryBean.class).getKafkaStreams();
        return streams != null
                && streams.state() == KafkaStreams.State.RUNNING
                && worker.context().getBean(GatewayStatus.class).isConsuming();
    }

    /** What was published, announced and sent of the first commands that have no end yet. */
    private Map<String, List<String>> withoutAnEnd(
            List<ConsumerRecord<byte[], byte[]>> requests, List<JsonNode> events, List<RandomService.Post> posts) {
        Set<String> ended = ends(events).keySet();
        Map<String, List<String>> open = new TreeMap<>();
        for (int i = 0; i < commands && open.size() < MOST_SHOWN; i++) {
            String id = NAME + i;
            if (!ended.contains(id)) {
                open.put(id, history(id, requests, events, posts));
            }
        }
        return open;
    }

    private static List<String> history(
            String id,
            List<ConsumerRecord<byte[], byte[]>> requests,
            List<JsonNode> events,
            List<RandomService.Post> posts) {
        List<String> history = new ArrayList<>();
        for (var request : requests) {
            String text = request.value() == null ? "" : new String(request.value(), StandardCharsets.UTF_8);
            if (text.contains("\"" + id + "\"")) {
                history.add("published: " + text);
            }
        }
        for (JsonNode event : events) {
            if (event.path("commandId").asString("").equals(id)) {
                history.add("announced: " + event);
            }
        }
        for (RandomService.Post post : posts) {
            if (post.prompt().equals(id)) {
                history.add("sent: " + post);
            }
        }
        return history;
    }

    private static Map<String, Set<String>> ends(List<JsonNode> events) {
        Map<String, Set<String>> ends = new TreeMap<>();
        for (JsonNode event : events) {
            String id = event.path("commandId").asString("");
            String type = event.path("type").asString();
            if (id.startsWith(NAME) && !type.equals("command.queued")) {
                ends.computeIfAbsent(id, none -> new TreeSet<>()).add(type.startsWith("job.") ? "job" : type);
            }
        }
        return ends;
    }

    /** What is no command is a dead letter, byte for byte and once, and nothing else is. */
    private void setAside(
            List<ConsumerRecord<byte[], byte[]>> requests, Publishers publishers, Subscriber deadLetters) {
        CommandReader reader = new CommandReader(32 * 1024, publishers);
        Map<String, byte @Nullable []> expected = new HashMap<>();
        for (var request : requests) {
            if (reader.read(request) instanceof Reading.Refused) {
                expected.put(request.partition() + "/" + request.offset(), request.value());
            }
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> deadLetters.records().size() >= expected.size());
        Set<String> found = new TreeSet<>();
        for (var letter : deadLetters.records()) {
            String place =
                    number(letter, "kafka_dlt-original-partition") + "/" + number(letter, "kafka_dlt-original-offset");
            assertThat(found.add(place))
                    .as("seed %d: first letter of %s", seed, place)
                    .isTrue();
            assertThat(letter.value()).as("seed %d: letter of %s", seed, place).isEqualTo(expected.get(place));
        }
        assertThat(found).as("seed %d: dead letters", seed).isEqualTo(new TreeSet<>(expected.keySet()));
    }

    private static long number(ConsumerRecord<byte[], byte[]> letter, String header) {
        ByteBuffer bytes = ByteBuffer.wrap(letter.headers().lastHeader(header).value());
        return bytes.remaining() == Integer.BYTES ? bytes.getInt() : bytes.getLong();
    }

    private void sentAtMostOnce(List<RandomService.Post> posts) {
        Map<String, Long> taken = posts.stream()
                .filter(post -> post.prompt().startsWith(NAME) && !post.refused())
                .collect(Collectors.groupingBy(RandomService.Post::prompt, Collectors.counting()));
        assertThat(taken).as("seed %d: sends that may have been taken", seed).isNotEmpty();
        assertThat(taken.entrySet().stream().filter(sent -> sent.getValue() > 1))
                .as("seed %d: sent twice", seed)
                .isEmpty();
    }

    private void withinQuota(List<RandomService.Post> posts) {
        Map<String, List<Instant>> uses = posts.stream()
                .collect(Collectors.groupingBy(
                        RandomService.Post::projectId,
                        Collectors.mapping(RandomService.Post::at, Collectors.toList())));
        uses.forEach((project, times) -> {
            List<Instant> inOrder = times.stream().sorted().toList();
            for (int i = CAPACITY; i < inOrder.size(); i++) {
                assertThat(Duration.between(inOrder.get(i - CAPACITY), inOrder.get(i)))
                        .as("seed %d: %s, use %d", seed, project, i)
                        .isGreaterThanOrEqualTo(PERIOD);
            }
        });
    }

    /** A record's value: of a good command as often as of all kinds of bad ones. */
    private byte @Nullable [] record() {
        return switch (random.nextInt(12)) {
            case 0 -> null;
            case 1 -> bytes(random.nextInt(200));
            case 2 -> utf8("[".repeat(random.nextInt(20_000)));
            case 3 -> utf8("{\"" + "n".repeat(random.nextInt(60_000)) + "\":1}");
            case 4, 5, 6 -> mutated(examples.get(random.nextInt(examples.size())));
            default -> utf8(command());
        };
    }

    private String command() {
        int number = commands++;
        String common = "\"projectId\":\"p" + random.nextInt(PROJECTS) + "\",\"commandId\":\"" + NAME + number
                + "\",\"prompt\":\"" + NAME + number + "\"" + more();
        return switch (random.nextInt(4)) {
            case 0 -> "{\"type\":\"message\",\"jobId\":\"..a" + random.nextInt(9) + "\"," + common + "}";
            case 1 ->
                "{\"type\":\"message\",\"createCommandId\":\"" + NAME + random.nextInt(number + 2) + "\"," + common
                        + "}";
            default -> "{\"type\":\"create\"," + common + "}";
        };
    }

    private String more() {
        return switch (random.nextInt(6)) {
            case 0 -> ",\"priority\":\"high\"";
            case 1 -> ",\"expiresAt\":\"" + Instant.now().plusSeconds(random.nextInt(30)) + "\"";
            case 2 ->
                ",\"metadata\":{\"" + "\\u0001".repeat(128) + "\":\"" + "\\u202e".repeat(random.nextInt(4_096)) + "\"}";
            default -> "";
        };
    }

    private byte[] mutated(String example) {
        byte[] bytes = utf8(example);
        for (int edits = 1 + random.nextInt(4); edits > 0 && bytes.length > 1; edits--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(3)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes = Arrays.copyOf(bytes, at + 1);
                default -> bytes = Arrays.copyOfRange(bytes, at / 8, bytes.length);
            }
        }
        return bytes;
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> examples() {
        List<String> texts = new ArrayList<>();
        try (var files = Files.walk(Path.of("schemas/examples"))) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                texts.add(Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }
}
