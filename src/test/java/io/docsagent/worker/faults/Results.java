package io.docsagent.worker.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The table of a run, on paper after every row. */
final class Results {

    private static final List<String> HEAD = List.of(
            "| fault | commands | POSTs | job | rejected | expired | withdrawn | unknown | doubled | lost | over quota | quiet p50 | slowest quiet | held |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |");

    private static final List<String> ROWS = new ArrayList<>();
    private static final List<String> NOTES = new ArrayList<>();

    private Results() {}

    static synchronized void add(Row row) {
        ROWS.add(row.toString());
        write();
    }

    /** A sentence below the table. */
    static synchronized void note(String sentence) {
        NOTES.add(sentence);
        write();
    }

    /** All so far, where whoever runs it sees it. */
    static synchronized void print() {
        lines().forEach(System.out::println);
    }

    private static List<String> lines() {
        List<String> lines = new ArrayList<>(HEAD);
        lines.addAll(ROWS);
        lines.add("");
        lines.addAll(NOTES);
        return lines;
    }

    private static void write() {
        Path table = Options.HOME.resolve(Options.isLong() ? "long.md" : "short.md");
        try {
            Files.createDirectories(Options.HOME);
            Files.write(table, lines());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * One fault and what came of it.
     *
     * @param broken how many times a promise was broken
     */
    record Row(String fault, Evidence evidence, long overQuota, int broken) {

        @Override
        public String toString() {
            var ends = evidence.ends().values();
            var delays = evidence.quietDelays();
            long doubled = evidence.postsByCommand().values().stream()
                    .filter(posts -> posts.stream()
                                    .filter(post -> post.counted() && !Evidence.isNotTaken(post))
                                    .count()
                            > 1)
                    .count();
            return "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %s | %s | %s |"
                    .formatted(
                            fault,
                            ends.size(),
                            evidence.posts().size(),
                            ends.stream().filter(how -> how.contains("job")).count(),
                            ends.stream()
                                    .filter(how -> how.contains("rejected"))
                                    .count(),
                            ends.stream().filter(how -> how.contains("expired")).count(),
                            ends.stream()
                                    .filter(how -> how.contains("cancelled") || how.contains("superseded"))
                                    .count(),
                            ends.stream().filter(how -> how.contains("unknown")).count(),
                            doubled,
                            ends.stream().filter(how -> how.isEmpty()).count(),
                            overQuota,
                            delays.isEmpty() ? "-" : evidence.quietMedian().toMillis() + " ms",
                            delays.isEmpty() ? "-" : delays.getLast().toMillis() + " ms",
                            broken == 0 ? "yes" : "**no**");
        }
    }
}
