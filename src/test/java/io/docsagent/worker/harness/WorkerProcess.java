package io.docsagent.worker.harness;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** The packaged worker as a process that may be killed, frozen and started again. */
public final class WorkerProcess implements AutoCloseable {

    private static final List<String> JAR_ALONE = List.of("-jar", "target/docs-agent-worker.jar");
    private static final String READINESS = "/actuator/health/readiness";
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration TO_START = Duration.ofSeconds(90);
    private static final List<String> FRUGAL =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");

    private final String name;
    private final Path log;
    private final int port = Ports.free();
    private String heap = "384m";
    private List<String> launch = JAR_ALONE;
    private List<String> settings;
    private ChildJvm process;

    @SuppressWarnings("NullAway.Init") // It is started before anything else.
    public WorkerProcess(String name, Path home, List<String> settings) {
        this.name = name;
        this.log = home.resolve(name + ".log");
        this.settings = settings;
    }

    public String name() {
        return name;
    }

    /** From the next start on, with these settings beside, or instead of, the ones it has. */
    public void with(String... more) {
        settings = new ArrayList<>(settings);
        settings.addAll(List.of(more));
    }

    /** From the next start on, with so much heap, such as {@code 1g}. */
    public void withHeap(String most) {
        heap = most;
    }

    /** From the next start on, with a clock that is so far off. */
    public void withClockOff(Duration by) {
        launch = ChildJvm.onClasspath(SkewedWorker.class);
        with("--" + SkewedWorker.SKEW + "=" + by);
    }

    public void withTrueClock() {
        launch = JAR_ALONE;
    }

    public void start() {
        List<String> command = new ArrayList<>(FRUGAL);
        command.add("-Xmx" + heap);
        command.addAll(launch);
        // The last one that is given for a name would not win: Spring joins them.
        List<String> names = settings.stream().map(WorkerProcess::nameOf).toList();
        for (int i = 0; i < settings.size(); i++) {
            if (names.lastIndexOf(names.get(i)) == i) {
                command.add(settings.get(i));
            }
        }
        command.add("--management.server.port=" + port);
        process = ChildJvm.start(log, command);
    }

    private static String nameOf(String setting) {
        return setting.substring(0, setting.indexOf('='));
    }

    public void startAndAwait() {
        start();
        awaitReady();
    }

    public void awaitReady() {
        Awaitility.await(name + " is ready").atMost(TO_START).until(() -> {
            process.requireAlive();
            return isReady();
        });
    }

    public boolean isReady() {
        return isAlive()
                && get(READINESS).map(answer -> answer.statusCode() == 200).orElse(false);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** What readiness says, with its details. */
    public String readiness() {
        return get(READINESS).map(HttpResponse::body).orElse("");
    }

    /** The sum of a metric's series; 0 where it cannot be had. */
    public double metric(String metric) {
        Matcher series = Pattern.compile("(?m)^" + metric + "(?:\\{[^}]*})? (\\S+)$")
                .matcher(get("/actuator/prometheus").map(HttpResponse::body).orElse(""));
        double sum = 0;
        while (series.find()) {
            sum += Double.parseDouble(series.group(1));
        }
        return sum;
    }

    private Optional<HttpResponse<String>> get(String path) {
        HttpRequest question = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(2))
                .build();
        try {
            return Optional.of(HTTP.send(question, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException unreachable) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    public ChildJvm process() {
        return process;
    }

    public Path log() {
        return log;
    }

    @Override
    public void close() {
        process.kill();
    }
}
