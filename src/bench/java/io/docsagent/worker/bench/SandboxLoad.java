package io.docsagent.worker.bench;

import io.docsagent.worker.harness.Quiet;
import io.docsagent.worker.harness.Waiting;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the sandbox itself bears: jobs without an agent, then jobs with repositories, with their memory and disk. */
public final class SandboxLoad {

    private static final int IN_FLIGHT = 64;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http = HttpClient.newHttpClient();
    private final Report report = new Report();
    private final Report.Table table = report.table("The sandbox alone", "what", "measured");

    private SandboxLoad() {}

    public static void main(String[] arguments) throws IOException {
        Locale.setDefault(Locale.ROOT);
        Quiet.please();
        boolean small = Boolean.getBoolean("bench.small");
        SandboxLoad load = new SandboxLoad();
        load.measure("noop", small ? 100 : 1_000, 10);
        load.measure("writer", small ? 5 : 50, 10);
        load.report.print();
        System.exit(0);
    }

    private void measure(String agent, int projects, int jobsEach) throws IOException {
        Path data = Files.createTempDirectory("sandbox-load-");
        long heapBefore = heap();
        try (Sandbox sandbox =
                Sandbox.start(SandboxSettings.of("agent.kind=" + agent, "jobs.takes=0s", "data-dir=" + data))) {
            long begun = System.nanoTime();
            List<URI> jobs = create(sandbox.baseUrl(), projects, jobsEach);
            double created = seconds(begun);
            String what = "%,d %s jobs in %,d projects".formatted(jobs.size(), agent, projects);
            table.row(what + ": POSTs", "%,.0f /s".formatted(jobs.size() / created));
            jobs.forEach(this::awaitEnd);
            table.row(what + ": all ended after", "%.1f s".formatted(seconds(begun)));
            table.row(what + ": heap", "%.1f MB".formatted((heap() - heapBefore) / 1e6));
            table.row(what + ": disk", "%.1f MB".formatted(size(data) / 1e6));
        }
    }

    private List<URI> create(String baseUrl, int projects, int jobsEach) {
        Semaphore places = new Semaphore(IN_FLIGHT);
        List<CompletableFuture<URI>> answers = new ArrayList<>();
        for (int i = 0; i < projects * jobsEach; i++) {
            URI collection = URI.create(baseUrl + "/v2/agent/load-" + i % projects + "/job");
            HttpRequest request = request(collection)
                    .POST(BodyPublishers.ofString("{\"prompt\":\"Add a page about topic " + i / projects + "\"}"))
                    .build();
            places.acquireUninterruptibly();
            answers.add(http.sendAsync(request, BodyHandlers.ofString())
                    .whenComplete((answer, failure) -> places.release())
                    .thenApply(answer -> URI.create(collection + "/" + field(answer, "id"))));
        }
        return answers.stream().map(CompletableFuture::join).toList();
    }

    private void awaitEnd(URI job) {
        Waiting.untilTrue("the end of " + job, () -> {
            boolean ended = !field(get(job), "status").equals("active");
            if (!ended) {
                Waiting.pause(Duration.ofMillis(50));
            }
            return ended;
        });
    }

    private HttpResponse<String> get(URI job) {
        return http.sendAsync(request(job).build(), BodyHandlers.ofString()).join();
    }

    private static HttpRequest.Builder request(URI uri) {
        return HttpRequest.newBuilder(uri).version(HttpClient.Version.HTTP_1_1).header("Authorization", "Bearer load");
    }

    private static String field(HttpResponse<String> answer, String name) {
        JsonNode body = JSON.readTree(answer.body());
        return body.path(name).asString();
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }

    private static long heap() {
        ManagementFactory.getMemoryMXBean().gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long size(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(SandboxLoad::sizeOfFile)
                    .sum();
        }
    }

    private static long sizeOfFile(Path file) {
        try {
            return Files.size(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
