package io.docsagent.worker.domain.quota;

import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.Publisher;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whose use of the quota it is: what reserves and budgets go by. */
public record Spender(String publisher, Command.Type type) {

    /** Of a use that nobody was noted for, since it was of the only publisher. */
    public static final Spender USUAL = new Spender(Publisher.DEFAULT, Command.Type.CREATE);

    private static final Map<Command.Type, Spender> OF_DEFAULT = Stream.of(Command.Type.values())
            .collect(Collectors.toMap(Function.identity(), type -> new Spender(Publisher.DEFAULT, type)));

    public static Spender of(Command command) {
        // Every waiting command has one: those of the default publisher share theirs.
        return command.publisher().equals(Publisher.DEFAULT)
                ? Objects.requireNonNull(OF_DEFAULT.get(command.type()))
                : new Spender(command.publisher(), command.type());
    }
}
