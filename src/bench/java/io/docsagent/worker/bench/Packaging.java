package io.docsagent.worker.bench;

import io.docsagent.worker.harness.ChildJvm;
import io.docsagent.worker.training.Training;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The ways to run the packaged worker. */
enum Packaging {
    JAR("the jar"),
    UNPACKED("unpacked"),
    /** As the image is built. */
    CACHED("unpacked, with an AOT cache");

    private static final Path BUILT = Path.of("target", "docs-agent-worker.jar");
    private static final String SANDBOX =
            Path.of("target", "docs-agent-sandbox.jar").toString();
    private static final Path FOLDER = Path.of("target", "bench", "unpacked");
    private static final String UNPACKED_JAR =
            FOLDER.resolve(BUILT.getFileName()).toString();
    private static final String CACHE = FOLDER.resolve("worker.aot").toString();

    /** The image's. */
    private static final String COLLECTOR = "-XX:+UseSerialGC";

    /** To record the cache takes a run of the worker with some thousand jobs. */
    private static final Duration TO_PREPARE = Duration.ofMinutes(5);

    private final String title;

    Packaging(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** What the JVM is given to run it. */
    List<String> command() {
        return switch (this) {
            case JAR -> List.of("-jar", BUILT.toString());
            case UNPACKED -> List.of("-jar", UNPACKED_JAR);
            case CACHED -> List.of(COLLECTOR, "-XX:AOTMode=on", "-XX:AOTCache=" + CACHE, "-jar", UNPACKED_JAR);
        };
    }

    /** Unpacks the jar and records the cache. */
    static void prepare(String brokers) {
        run("unpack", "-Djarmode=tools", "-jar", BUILT.toString(), "extract", "--force", "--destination", "" + FOLDER);
        run(
                "record-cache",
                "-Dspring.kafka.bootstrap-servers=" + brokers,
                "-cp",
                UNPACKED_JAR,
                Training.class.getName(),
                CACHE,
                SANDBOX,
                COLLECTOR,
                // As every process of the benchmark is started: the cache fits no other options.
                "--enable-native-access=ALL-UNNAMED");
    }

    private static void run(String name, String... arguments) {
        ChildJvm.start(ChildJvm.log(name), List.of(arguments)).awaitEnd(TO_PREPARE);
    }
}
