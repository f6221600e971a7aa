package io.docsagent.worker.client;

import io.docsagent.worker.message.CommandRecord;
import java.util.Locale;

/** Says how a command stands, for people. */
final class Printed {

    private Printed() {}

    static String of(CommandRecord command) {
        StringBuilder said = new StringBuilder(command.state().name().toLowerCase(Locale.ROOT));
        if (command.queue() != null) {
            said.append(", position ").append(command.queue().position());
        }
        if (command.status() != null) {
            said.append(", its job ").append(command.jobId()).append(" is ").append(command.status());
        }
        return said.toString();
    }
}
