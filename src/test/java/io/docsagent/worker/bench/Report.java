package io.docsagent.worker.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.AppInfoParser;

/** The table that comes out, in Markdown; each row is shown as soon as it is known. */
final class Report {

    private final List<String> rows = new ArrayList<>();

    void row(String what, String measured, String target) {
        String row = "| " + what + " | " + measured + " | " + target + " |";
        rows.add(row);
        System.err.println(row);
    }

    void print() {
        System.out.println();
        System.out.println(machine());
        System.out.println();
        System.out.println("| what | measured | target |");
        System.out.println("| --- | --- | --- |");
        rows.forEach(System.out::println);
    }

    private static String machine() {
        return ("%s: %d cores, %d GiB of memory, Java %s, Kafka %s; broker, worker, and the service's stand-in with the"
                        + " publisher and subscriber, each in a JVM of its own on this machine.")
                .formatted(
                        LocalDate.now(ZoneOffset.UTC),
                        Runtime.getRuntime().availableProcessors(),
                        memoryGiB(),
                        Runtime.version(),
                        AppInfoParser.getVersion());
    }

    private static long memoryGiB() {
        try {
            String total =
                    Files.readAllLines(Path.of("/proc/meminfo")).getFirst().replaceAll("\\D", "");
            return Math.round(Long.parseLong(total) / 1024.0 / 1024.0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
