package io.docsagent.worker.topics;

import io.docsagent.worker.settings.WorkerCannotStartException;
import io.docsagent.worker.settings.WorkerCannotStartException.KafkaIsAway;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/** Looks at a start whether Kafka answers: its clients themselves keep trying for a minute, silently. */
final class FirstContact implements AutoCloseable {

    /** Leaves a start, which takes a few seconds more, 15 s to say that Kafka is away. */
    static final Duration PATIENCE = Duration.ofSeconds(7);

    /** With a broker: where one of three is down or frozen, another is asked in time. */
    private static final Duration PATIENCE_WITH_ONE = Duration.ofSeconds(2);

    private final Map<String, Object> settings;
    private final List<Admin> clients = new ArrayList<>();
    private final BlockingQueue<Reply> replies = new LinkedBlockingQueue<>();

    /** @param failure null where a broker has answered */
    private record Reply(@Nullable Throwable failure) {}

    private FirstContact(Map<String, Object> settings) {
        this.settings = new HashMap<>(settings);
        String withOne = Long.toString(PATIENCE_WITH_ONE.toMillis());
        this.settings.put(AdminClientConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, withOne);
        this.settings.put(AdminClientConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, withOne);
        this.settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, withOne);
        this.settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Long.toString(PATIENCE.toMillis()));
    }

    /**
     * Returns once a broker has answered.
     *
     * @param settings of clients
     * @throws KafkaIsAway where none does
     */
    static void make(Map<String, Object> settings) {
        List<String> addresses = addresses(settings);
        try (FirstContact contact = new FirstContact(settings)) {
            addresses.forEach(contact::ask);
            contact.await(addresses);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WorkerCannotStartException("Interrupted while the worker tried to reach Kafka", e);
        }
    }

    /** One client for each address: a single one may ask the same broker again and again. */
    private void ask(String address) {
        settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address);
        try {
            Admin client = Admin.create(settings);
            clients.add(client);
            var unused =
                    client.describeCluster().clusterId().whenComplete((id, failure) -> replies.add(new Reply(failure)));
        } catch (KafkaException e) {
            // What the settings forbid, or a name that nobody knows.
            replies.add(new Reply(e.getCause() == null ? e : e.getCause()));
        }
    }

    private void await(List<String> addresses) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Throwable last = null;
        for (int i = 0; i < addresses.size(); i++) {
            Reply reply = replies.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (reply == null) {
                break;
            }
            if (reply.failure() == null) {
                return;
            }
            last = reply.failure();
        }
        String brokers = String.join(", ", addresses);
        if (last != null && !(last instanceof RetriableException) && !isOfName(last)) {
            throw new WorkerCannotStartException(
                    "The worker cannot connect to Kafka at " + brokers + ": " + last.getMessage()
                            + ". Correct spring.kafka.bootstrap-servers (SPRING_KAFKA_BOOTSTRAP_SERVERS) and the other"
                            + " settings under spring.kafka.",
                    last);
        }
        throw new KafkaIsAway(
                "Kafka does not answer: "
                        + (last != null && isOfName(last)
                                ? "cannot resolve " + brokers
                                : "no response from " + brokers + " within " + PATIENCE.toSeconds() + " s")
                        + ". Start the brokers, or correct their address (spring.kafka.bootstrap-servers,"
                        + " SPRING_KAFKA_BOOTSTRAP_SERVERS). If both are right, check the network between this machine"
                        + " and the brokers, and whether that port expects TLS or a login"
                        + " (spring.kafka.security.protocol).",
                last);
    }

    /** In Kubernetes the name of a service may be unknown until its pods are ready. */
    private static boolean isOfName(Throwable failure) {
        return failure instanceof ConfigException
                && String.valueOf(failure.getMessage()).contains(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG);
    }

    private static List<String> addresses(Map<String, Object> settings) {
        Object brokers = settings.get(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG);
        return brokers instanceof Collection<?> several
                ? several.stream().map(String::valueOf).toList()
                : List.of(StringUtils.tokenizeToStringArray(String.valueOf(brokers), ","));
    }

    /** At once: clients would wait for the answers that do not come. */
    @Override
    public void close() {
        clients.forEach(client -> client.close(Duration.ZERO));
    }
}
