package io.docsagent.worker.client;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Where a wait reads, and how far it must have read before it begins and ends. */
final class ReadPlace {

    private final Wait wait;
    private final TopicPartition commands;
    private final TopicPartition events;

    /** Offset up to which commands were there when the wait was asked for. */
    private final long commandsUntil;

    /** Offset up to which events were there when the command had ended; null before. */
    private @Nullable Long eventsUntil;

    ReadPlace(Wait wait, TopicPartition commands, TopicPartition events, long commandsUntil) {
        this.wait = wait;
        this.commands = commands;
        this.events = events;
        this.commandsUntil = commandsUntil;
    }

    Wait waiting() {
        return wait;
    }

    TopicPartition commands() {
        return commands;
    }

    TopicPartition events() {
        return events;
    }

    /** The consumer has read more. */
    void advance(Consumer<?, ?> consumer) {
        if (consumer.position(commands) >= commandsUntil) {
            wait.begin();
        }
        if (wait.lacksLastEvent()) {
            if (eventsUntil == null) {
                eventsUntil = consumer.endOffsets(Set.of(events)).get(events);
            }
            if (consumer.position(events) < requireNonNull(eventsUntil)) {
                return;
            }
        }
        wait.completeIfEnded();
    }
}
