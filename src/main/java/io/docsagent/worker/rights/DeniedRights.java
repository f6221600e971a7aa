package io.docsagent.worker.rights;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rights that Kafka denies this instance: one line in the log when that begins, and one when it is over. */
public final class DeniedRights {

    private static final Logger log = LoggerFactory.getLogger(DeniedRights.class);

    private static final String READ = "READ";

    /** Between two polls of a consumer that is denied something. */
    private static final Duration BETWEEN_POLLS = Duration.ofMillis(200);

    /** Between two tries of all else: each costs a rebalance where a transaction is aborted. */
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

    /** What succeeds between two denials may have needed another right; denials come more often than this. */
    private static final Duration QUIET = Duration.ofSeconds(10);

    private final LongSupplier nanoTime;

    /** By the right: how many clients it is denied to. */
    private final Map<String, Integer> denied = new TreeMap<>();

    /** @param nanoTime monotonic */
    public DeniedRights(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Those that are denied now, as an administrator grants them: {@code READ on topic docs-agent.calls}. */
    public synchronized List<String> now() {
        return List.copyOf(denied.keySet());
    }

    public synchronized boolean isAnyDenied() {
        return !denied.isEmpty();
    }

    /** For one client, or for several that take each other's place. */
    public Client client() {
        return new Client();
    }

    private synchronized void begin(String right) {
        if (denied.merge(right, 1, Integer::sum) == 1) {
            log.atError()
                    .addKeyValue("right", right)
                    .log(
                            "The worker's Kafka user lacks the right {}. Work that needs it waits, and nothing is lost."
                                    + " Grant it, and the worker continues by itself",
                            right);
        }
    }

    private synchronized void end(String right) {
        if (denied.computeIfPresent(right, (same, clients) -> clients == 1 ? null : clients - 1) == null) {
            log.atInfo().addKeyValue("right", right).log("The worker's Kafka user has this right again");
        }
    }

    /** Clients of Kafka that are denied something, or are not. */
    public final class Client {

        private final Set<String> missing = new HashSet<>();
        private volatile long latest;

        private Client() {}

        public synchronized boolean isDenied() {
            return !missing.isEmpty();
        }

        /**
         * Something failed.
         *
         * @param operation that a topic was needed for, as rights name it: {@code READ} or {@code WRITE}
         * @return whether it failed for a missing right
         */
        public synchronized boolean failed(@Nullable Throwable failure, String operation) {
            Set<String> rights = rights(failure, operation);
            if (rights.isEmpty()) {
                return false;
            }
            latest = nanoTime.getAsLong();
            rights.stream().filter(missing::add).forEach(DeniedRights.this::begin);
            return true;
        }

        /**
         * Polls, and finds no records where a right is missing. The consumer keeps one denial for each partition, and throws
         * them one after the other, even where the right is back by then: so the tries come soon after each other.
         */
        public <K, V> ConsumerRecords<K, V> poll(Supplier<ConsumerRecords<K, V>> poll) {
            pause(BETWEEN_POLLS);
            try {
                ConsumerRecords<K, V> records = poll.get();
                worked();
                return records;
            } catch (AuthorizationException | AuthenticationException e) {
                failed(e, READ);
                return ConsumerRecords.empty();
            }
        }

        /** After a denial waits for a moment: tries without a pause would only cost. */
        public void pause() {
            pause(BETWEEN_TRIES);
        }

        private void pause(Duration afterDenial) {
            long left = isDenied() ? afterDenial.toNanos() - (nanoTime.getAsLong() - latest) : 0;
            try {
                TimeUnit.NANOSECONDS.sleep(left);
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
        }

        /** Something succeeded, which may have needed other rights than the one that is missing. */
        public synchronized void worked() {
            if (!missing.isEmpty() && nanoTime.getAsLong() - latest > QUIET.toNanos()) {
                allWorks();
            }
        }

        /** Everything that the client does succeeded. */
        public synchronized void allWorks() {
            missing.forEach(DeniedRights.this::end);
            missing.clear();
        }
    }

    private static Set<String> rights(@Nullable Throwable failure, String operation) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .flatMap(cause -> right(cause, operation))
                .collect(Collectors.toSet());
    }

    private static Stream<String> right(Throwable cause, String operation) {
        return switch (cause) {
            case TopicAuthorizationException topics ->
                topics.unauthorizedTopics().stream().map(name -> operation + " on topic " + name);
            case GroupAuthorizationException group -> Stream.of("READ on group " + group.groupId());
            case TransactionalIdAuthorizationException id ->
                Stream.of("WRITE on transactional ids that begin with the application id"
                        + " (spring.kafka.streams.application-id)");
            case AuthorizationException other -> Stream.of(String.valueOf(other.getMessage()));
            case AuthenticationException login -> Stream.of("to log in: " + login.getMessage());
            default -> Stream.of();
        };
    }
}
