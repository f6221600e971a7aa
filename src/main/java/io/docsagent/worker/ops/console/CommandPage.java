package io.docsagent.worker.ops.console;

import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the page of one command shows: its life, as far as it is known. */
record CommandPage(CommandRecord command) {

    String title() {
        return command.commandId();
    }

    String projectLink() {
        return Links.project(command.projectId());
    }

    String link() {
        return Links.command(command.projectId(), command.commandId());
    }

    String state() {
        return command.state().name().toLowerCase(Locale.ROOT);
    }

    String kind() {
        return command.type().name().toLowerCase(Locale.ROOT);
    }

    String priorityName() {
        return command.priority() == null ? "" : command.priority().name().toLowerCase(Locale.ROOT);
    }

    /** Null where it does not wait: its record keeps the place that was last announced. */
    @Nullable
    QueuePlace place() {
        return command.state() == CommandState.QUEUED ? command.queue() : null;
    }

    String why() {
        QueuePlace place = place();
        return place == null ? "" : WaitWords.of(place.reason());
    }

    /** Null where there is no pull request, or none that a browser should follow. */
    @Nullable
    String pullRequest() {
        return Links.web(command.prLink());
    }

    /** What the service gave as the link of a pull request, and is none. */
    @Nullable
    String noLink() {
        return pullRequest() == null ? command.prLink() : null;
    }

    @Nullable
    String supersededLink() {
        String by = command.supersededBy();
        return by == null ? null : Links.command(command.projectId(), by);
    }
}
