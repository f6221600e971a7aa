package io.docsagent.worker.bench;

import io.docsagent.worker.sandbox.Sandbox;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The systems for durable execution that are compared, each with the same job. */
enum Durable {
    WORKER("this worker"),
    RESTATE("Restate"),
    DBOS("DBOS Transact for Java"),
    BULLMQ("BullMQ"),
    LITTLEHORSE("LittleHorse");

    private final String title;

    Durable(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** Those named by {@code -Dbench.programs}, such as {@code worker,restate}; all of them where it is not given. */
    static List<Durable> chosen() {
        String programs = System.getProperty("bench.programs", "").strip();
        return programs.isEmpty()
                ? List.of(values())
                : Stream.of(programs.toUpperCase(Locale.ROOT).split("\\s*,\\s*"))
                        .map(Durable::valueOf)
                        .sorted()
                        .toList();
    }

    /** Starts it, and waits until it takes commands. */
    DurableSystem start(DurableSetting setting, Sandbox sandbox) {
        return switch (this) {
            case WORKER -> WorkerSystem.start(setting, sandbox);
            case RESTATE -> RestateSystem.start(setting);
            case DBOS -> DbosSystem.start(setting);
            case BULLMQ -> BullmqSystem.start(setting);
            case LITTLEHORSE -> LittleHorseSystem.start(setting);
        };
    }
}
