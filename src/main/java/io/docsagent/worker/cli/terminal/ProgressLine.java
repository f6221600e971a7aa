package io.docsagent.worker.cli.terminal;

import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import io.docsagent.worker.wire.Printable;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help;

/** Shows the progress: a single updating line on a terminal, and a line for each change elsewhere. */
public final class ProgressLine {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final String RENEW = "\r\u001b[K";

    private final PrintWriter err;
    private final boolean isTerminal;
    private String shown = "";

    private ProgressLine(PrintWriter err, boolean isTerminal) {
        this.err = err;
        this.isTerminal = isTerminal;
    }

    public static ProgressLine on(PrintWriter err) {
        return new ProgressLine(err, Help.Ansi.AUTO.enabled());
    }

    public void show(CommandRecord command) {
        show(line(command, Instant.now()));
    }

    public synchronized void show(String text) {
        String line = Printable.of(text);
        if (line.equals(shown)) {
            return;
        }
        shown = line;
        if (isTerminal) {
            err.print(RENEW + line);
        } else {
            err.println(line);
        }
        err.flush();
    }

    public synchronized void end() {
        if (isTerminal && !shown.isEmpty()) {
            err.println();
            err.flush();
        }
    }

    static String line(CommandRecord command, Instant now) {
        return switch (command.state()) {
            case QUEUED -> queued(command.queue(), now);
            case SENT -> "sent to the service";
            case ACCEPTED -> "job " + command.jobId() + (command.status() == null ? "" : ": " + command.status());
            default -> command.state().name().toLowerCase(Locale.ROOT);
        };
    }

    private static String queued(@Nullable QueuePlace place, Instant now) {
        if (place == null) {
            return "queued";
        }
        String line = "queued: position " + place.position() + " (" + place.reason() + ")";
        Instant at = place.estimatedDispatchAt();
        if (at == null) {
            return line;
        }
        Duration left = Duration.between(now, at).truncatedTo(ChronoUnit.SECONDS);
        return line + ", to be sent about "
                + TIME.withZone(ZoneId.systemDefault()).format(at)
                + (left.isNegative()
                        ? ""
                        : ", in " + left.toString().substring(2).toLowerCase(Locale.ROOT));
    }
}
