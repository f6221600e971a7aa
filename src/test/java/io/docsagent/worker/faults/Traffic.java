package io.docsagent.worker.faults;

import io.docsagent.worker.guarantee.History;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What is published in one scenario, each command by any of the publishers: deep backlogs with operators who step in,
 * and quiet projects with one command each.
 */
final class Traffic implements AutoCloseable {

    private static final String COALESCE_KEY = "main";
    private static final Duration BETWEEN_QUIET = Duration.ofMillis(250);
    private static final Duration DELAY = Duration.ofSeconds(3);
    private static final Duration HOLD = Duration.ofSeconds(3);

    private final Publishers publishers;
    private final String prefix;
    private final SplittableRandom random;
    private final SplittableRandom quietRandom;
    private final List<Published> published = new CopyOnWriteArrayList<>();
    private final Map<String, History.Operation> operations = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    Traffic(Publishers publishers, String prefix, SplittableRandom random) {
        this.publishers = publishers;
        this.prefix = prefix;
        this.random = random;
        this.quietRandom = random.split();
    }

    String project(String name) {
        return prefix + name;
    }

    /**
     * So many projects with so many creates each; some come twice, some have messages behind them, some are delayed,
     * cancelled or coalesced, and with some an operator steps in.
     */
    void backlog(int projects, int each) {
        for (int i = 0; i < each; i++) {
            for (int p = 0; p < projects; p++) {
                any(project("busy" + p));
            }
        }
        publishers.flush();
    }

    private void any(String projectId) {
        switch (random.nextInt(10)) {
            case 0 -> twice(projectId);
            case 1 -> conversation(projectId);
            case 2 -> cancelled(projectId);
            case 3 -> coalesced(projectId);
            case 4 -> {
                Published unused = delayed(projectId);
            }
            case 5 -> operated(projectId);
            default -> create(projectId, "");
        }
    }

    /** @param directives for the sandbox, in the prompt */
    String create(String projectId, String directives) {
        Published create = next(projectId);
        publishers.anyhow(random, create, json(create, directives));
        return create.commandId();
    }

    /** So many plain creates of a publisher without a budget. */
    void creates(String projectId, int count) {
        for (int i = 0; i < count; i++) {
            Published create = next(projectId, Publishers.CI, null, false);
            publishers.inOrder(create, json(create, ""));
        }
    }

    private void twice(String projectId) {
        Published create = next(projectId);
        publishers.anyhow(random, create, json(create, ""));
        publishers.anyhow(random, create, json(create, ""));
    }

    /** A create and messages to its job, from one client of one publisher, so that they have an order. */
    void conversation(String projectId) {
        Published create = next(projectId);
        publishers.inOrder(create, json(create, ""));
        for (int i = 0; i < 2; i++) {
            Published message = next(projectId, create.publisher(), create.commandId(), false);
            publishers.inOrder(message, json(message, ""));
        }
    }

    /** A create and its cancel, which may overtake it. */
    private void cancelled(String projectId) {
        Published create = delayed(projectId);
        Published cancel = new Published(
                nextId(), projectId, create.publisher(), null, create.commandId(), null, false, Instant.now());
        published.add(cancel);
        publishers.anyhow(
                random,
                cancel,
                "{\"type\":\"cancel\",\"projectId\":\"%s\",\"cancelCommandId\":\"%s\",\"metadata\":{\"id\":\"%s\"}}"
                        .formatted(projectId, create.commandId(), cancel.commandId()));
    }

    private Published delayed(String projectId) {
        Instant now = Instant.now();
        Published create =
                new Published(nextId(), projectId, anyPublisher(random), null, null, now.plus(DELAY), false, now);
        published.add(create);
        publishers.anyhow(random, create, json(create, "", ",\"notBefore\":\"%s\"".formatted(create.notBefore())));
        return create;
    }

    /** Creates, perhaps of two publishers, that become one where the earlier one still waits. */
    private void coalesced(String projectId) {
        for (int i = 0; i < 2; i++) {
            String mode = random.nextBoolean() ? "append" : "replace";
            Published create = next(projectId);
            publishers.anyhow(
                    random,
                    create,
                    json(create, "", ",\"coalesce\":{\"key\":\"%s\",\"mode\":\"%s\"}".formatted(COALESCE_KEY, mode)));
        }
    }

    /** A create and an operation, which may concern it, and may come twice. */
    private void operated(String projectId) {
        String commandId = create(projectId, "");
        switch (random.nextInt(6)) {
            case 0 ->
                operate(
                        projectId,
                        "hold",
                        ",\"until\":\"%s\"".formatted(Instant.now().plus(HOLD)));
            case 1 -> {
                operate(projectId, "hold", "");
                var unused =
                        timer.schedule(() -> operate(projectId, "resume", ""), HOLD.toMillis(), TimeUnit.MILLISECONDS);
            }
            case 2 -> operate(projectId, "cancel", ",\"commandId\":\"%s\"".formatted(commandId));
            case 3 -> operate(projectId, "cancel", ",\"coalesceKey\":\"" + COALESCE_KEY + "\"");
            default -> operate(projectId, "promote", ",\"commandId\":\"%s\"".formatted(commandId));
        }
    }

    /**
     * An operation, published twice.
     *
     * @param more fields, each after a comma
     */
    void operate(String projectId, String operation, String more) {
        String operationId = prefix + "o" + numbers.incrementAndGet();
        operations.put(operationId, new History.Operation(operationId, projectId, operation.equals("hold"), null));
        String json = "{\"operation\":\"%s\",\"operationId\":\"%s\",\"by\":\"alice\",\"projectId\":\"%s\"%s}"
                .formatted(operation, operationId, projectId, more);
        publishers.operation(projectId, json);
        publishers.operation(projectId, json);
    }

    /** A transaction that commits, and one that does not. */
    void transactions(int each) {
        String projectId = project("transactional");
        Map<String, Published> kept = new LinkedHashMap<>();
        Map<String, Published> dropped = new LinkedHashMap<>();
        for (int i = 0; i < each; i++) {
            Published create = next(projectId);
            kept.put(json(create, ""), create);
            Published never = numbered(projectId, anyPublisher(random), null, false);
            dropped.put(json(never, ""), never);
        }
        publishers.inTransaction(dropped, false);
        publishers.inTransaction(kept, true);
    }

    /** From now on, until {@link #hush()}, a project with a single command every quarter of a second. */
    void quietly() {
        var unused = timer.scheduleAtFixedRate(this::quiet, 0, BETWEEN_QUIET.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void quiet() {
        String projectId = project("quiet" + numbers.incrementAndGet());
        Published quiet = next(projectId, anyPublisher(quietRandom), null, true);
        publishers.anyhow(quietRandom, quiet, json(quiet, ""));
    }

    void hush() {
        timer.shutdown();
        try {
            if (!timer.awaitTermination(2, TimeUnit.MINUTES)) {
                throw new IllegalStateException("The publisher hangs");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    List<Published> published() {
        return published;
    }

    Map<String, History.Operation> operations() {
        return operations;
    }

    private static String anyPublisher(SplittableRandom random) {
        return Publishers.NAMES.get(random.nextInt(Publishers.NAMES.size()));
    }

    /** A create of any publisher. */
    private Published next(String projectId) {
        return next(projectId, anyPublisher(random), null, false);
    }

    private Published next(String projectId, String publisher, @Nullable String createCommandId, boolean quiet) {
        Published command = numbered(projectId, publisher, createCommandId, quiet);
        published.add(command);
        return command;
    }

    private Published numbered(String projectId, String publisher, @Nullable String createCommandId, boolean quiet) {
        return new Published(nextId(), projectId, publisher, createCommandId, null, null, quiet, Instant.now());
    }

    private String nextId() {
        return prefix + "c" + numbers.incrementAndGet();
    }

    private static String json(Published command, String directives) {
        return json(command, directives, "");
    }

    /** @param more fields, each after a comma */
    private static String json(Published command, String directives, String more) {
        String target = command.createCommandId() == null
                ? "\"type\":\"create\""
                : "\"type\":\"message\",\"createCommandId\":\"" + command.createCommandId() + "\"";
        return "{%s,\"projectId\":\"%s\",\"commandId\":\"%s\",\"prompt\":\"%s %s\"%s}"
                .formatted(target, command.projectId(), command.commandId(), command.commandId(), directives, more);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
