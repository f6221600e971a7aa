package io.docsagent.worker.demo;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.springframework.boot.ansi.AnsiColor;
import org.springframework.boot.ansi.AnsiElement;
import org.springframework.boot.ansi.AnsiOutput;
import org.springframework.boot.ansi.AnsiStyle;

/** Prints aligned columns, coloured on a terminal. */
final class Screen {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());
    private static final String COLUMNS = "%-5s %-12s  %-18s  %-10s  %-30s  %s";

    // The arrows are not ASCII, whatever the platform's charset is.
    private final PrintStream out =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

    void starting() {
        print(AnsiStyle.BOLD, "docs-agent-worker: starting a broker, the sandbox and the worker (Ctrl-C stops them)");
    }

    void header() {
        out.println();
        print(
                AnsiStyle.BOLD,
                COLUMNS.formatted("", "time", "type", "project", "command", "prompt, job, link or reason"));
    }

    void print(Line line) {
        String arrow = switch (line.way()) {
            case IN -> "in  →";
            case OUT -> "out ←";
            case REFUSED -> "dlt ←";
            case STATE -> "now =";
        };
        print(
                colour(line),
                COLUMNS.formatted(
                        arrow, TIME.format(line.time()), line.type(), line.project(), line.command(), line.detail()));
    }

    void print(String text) {
        out.println(text);
    }

    private void print(AnsiElement style, String text) {
        out.println(AnsiOutput.toString(style, text, AnsiStyle.NORMAL));
    }

    private static AnsiElement colour(Line line) {
        return switch (line.way()) {
            case IN, STATE -> AnsiColor.DEFAULT;
            case REFUSED -> AnsiColor.YELLOW;
            case OUT ->
                switch (line.type()) {
                    case "job.completed" -> AnsiColor.GREEN;
                    case "job.active", "job.updated", "job.archived" -> AnsiColor.CYAN;
                    default -> AnsiColor.YELLOW;
                };
        };
    }
}
