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
import org.springframework.boot.SpringBootVersion;

/** The tables that come out, in Markdown; each row is shown as soon as it is known. */
final class Report {

    private final List<String> lines = new ArrayList<>();

    /** One table of the report; its rows are added while it is the last one. */
    final class Table {
        void row(String... cells) {
            line("| " + String.join(" | ", cells) + " |");
        }
    }

    /** Says how the tables that follow were made. */
    void begin(String part) {
        line("");
        line("`./mvnw -q -f src/bench/pom.xml verify -Dbench.only=%s%s`:"
                .formatted(part, Sizes.chosen().small() ? " -Dbench.small=true" : ""));
    }

    Table table(String title, String... columns) {
        line("");
        line("**" + title + "**");
        line("");
        Table table = new Table();
        table.row(columns);
        line("|" + " --- |".repeat(columns.length));
        return table;
    }

    void failed(String part, RuntimeException failure) {
        line("");
        line("The part " + part + " failed: " + failure.getMessage());
    }

    void print() {
        System.out.println();
        System.out.println(machine());
        lines.forEach(System.out::println);
    }

    private void line(String line) {
        lines.add(line);
        System.err.println(line);
    }

    private static String machine() {
        return ("%s: %d cores, %d GiB of memory, Java %s, Spring Boot %s, Kafka %s; broker and each contender in a JVM of"
                        + " its own, the service's stand-in with the publisher and subscriber in another, all on this"
                        + " machine%s.")
                .formatted(
                        LocalDate.now(ZoneOffset.UTC),
                        Runtime.getRuntime().availableProcessors(),
                        memoryGiB(),
                        Runtime.version(),
                        SpringBootVersion.getVersion(),
                        AppInfoParser.getVersion(),
                        Sizes.chosen().small() ? " (small sizes: the figures say nothing)" : "");
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
