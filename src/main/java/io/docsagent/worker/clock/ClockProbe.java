package io.docsagent.worker.clock;

import io.docsagent.worker.settings.WorkerCannotStartException;
import io.docsagent.worker.settings.WorkerCannotStartException.KafkaIsAway;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Reads the clocks of all partitions' leaders: before anything that needs the time starts, and while there is no
 * traffic.
 */
public final class ClockProbe implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ClockProbe.class);

    /** Before Kafka Streams, whose restored alarms need the time. */
    private static final int PHASE = Integer.MAX_VALUE - 1_100;

    /** As long as the topics may take. */
    public static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** How often the skew is checked; while it is too large, the leaders' clocks are read as often. */
    public static final Duration INTERVAL = Duration.ofSeconds(5);

    /** Otherwise they are read every 30 s, at negligible cost. */
    public static final int CHECKS_PER_READING = 6;

    private final int partitions;
    private final IntFunction<CompletableFuture<Instant>> probe;
    private final ClockSkew skew;
    private final ScheduledExecutorService timer;
    private final Duration timeout;

    /** A partition without a leader is waited for, and not probed again in the meantime. */
    private final Map<Integer, CompletableFuture<Instant>> pending = new ConcurrentHashMap<>();

    private volatile boolean running;
    private boolean tolerable = true;
    private int checks;

    /** @param probe appends a record that changes nothing to a partition */
    public ClockProbe(
            int partitions,
            IntFunction<CompletableFuture<Instant>> probe,
            ClockSkew skew,
            ScheduledExecutorService timer,
            Duration timeout) {
        this.partitions = partitions;
        this.probe = probe;
        this.skew = skew;
        this.timer = timer;
        this.timeout = timeout;
    }

    /** @throws WorkerCannotStartException where Kafka gives no append time */
    @Override
    public void start() {
        measureFirst();
        watch();
    }

    /** Checks the skew from now on. */
    public void watch() {
        running = true;
        check();
    }

    private void measureFirst() {
        try {
            // Not on this thread, which would wait longer: a producer without its broker blocks.
            CompletableFuture.completedFuture(null)
                    .thenComposeAsync(nothing -> probeAll(), timer)
                    .get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            if (skew.worst() == null) {
                throw new KafkaIsAway(
                        "Kafka did not answer within " + timeout.toSeconds() + " s when the worker tried to read its"
                                + " clock by appending to docs-agent.topics.inputs. Check"
                                + " spring.kafka.bootstrap-servers (SPRING_KAFKA_BOOTSTRAP_SERVERS) and that the"
                                + " topic's partitions have leaders.",
                        e);
            }
            log.atWarn()
                    .addKeyValue("partitions", pending.keySet())
                    .log("Partitions of the inputs topic do not accept records; their projects wait");
        } catch (ExecutionException e) {
            throw new WorkerCannotStartException(
                    "Kafka did not let the worker append to docs-agent.topics.inputs: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WorkerCannotStartException("Interrupted while the worker tried to read Kafka's clock", e);
        }
    }

    private CompletableFuture<Void> probeAll() {
        return CompletableFuture.allOf(
                IntStream.range(0, partitions).mapToObj(this::probe).toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<Instant> probe(int partition) {
        CompletableFuture<Instant> current = pending.get(partition);
        if (current != null && !current.isDone()) {
            return current;
        }
        CompletableFuture<Instant> sent = probe.apply(partition);
        pending.put(partition, sent);
        return sent;
    }

    private void check() {
        if (!running) {
            return;
        }
        compare();
        if (!tolerable || ++checks >= CHECKS_PER_READING) {
            checks = 0;
            var unused = probeAll();
        }
        var unused = timer.schedule(this::check, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void compare() {
        boolean before = tolerable;
        tolerable = skew.isTolerable();
        if (before && !tolerable) {
            log.atError()
                    .addKeyValue("skew", skew.worst())
                    .log(
                            "Clock skew between this machine and a broker is too large; no calls are sent until it is back within the limit."
                                    + " Synchronise the clocks, or raise docs-agent.clock.max-skew");
        } else if (tolerable && !before) {
            log.info("Clock skew is back within the limit");
        }
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
