package io.docsagent.worker.streams;

import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the transactions that dead instances left open, from the start on and after each rebalance.
 *
 * <p>Such a transaction hides what follows it on every partition that it wrote to, until the broker ends it after
 * {@code transaction.timeout.ms} and up to 10 s more. No promise rests on this class: an instance that is alive and is
 * taken for dead loses its transaction, and joins the group again.
 */
final class AbandonedTransactions implements KafkaStreams.StateListener, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(AbandonedTransactions.class);

    /** A dead instance is a member until its session is over, which nothing reports to an instance that starts. */
    private static final Duration INTERVAL = Duration.ofMillis(500);

    /** For 30 s, longer where Kafka is slow: then sessions are over, and what was lost with the instance has a successor. */
    private static final int LOOKS = 60;

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** How Kafka Streams begins the names of a process's clients and transactions, where nobody names them. */
    private static final String PROCESS = "-(\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12})-.+";

    private final Map<String, Object> kafka;
    private final String applicationId;
    private final Pattern names;
    private final Set<String> own = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService thread;
    private final AtomicLong rebalances = new AtomicLong();
    private boolean failing;
    private @Nullable Admin admin;

    AbandonedTransactions(Map<String, Object> kafka, String applicationId) {
        this.kafka = kafka;
        this.applicationId = applicationId;
        this.names = Pattern.compile(Pattern.quote(applicationId) + PROCESS);
        this.thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("abandoned-transactions").daemon().factory());
    }

    /** This instance is, or will be, a member of the group with this client id. */
    void isOwn(String clientId) {
        own.add(clientId);
    }

    @Override
    public void onChange(KafkaStreams.State now, KafkaStreams.State before) {
        if (now == KafkaStreams.State.REBALANCING || now == KafkaStreams.State.RUNNING) {
            long rebalance = rebalances.incrementAndGet();
            thread.execute(() -> look(rebalance, LOOKS));
        }
    }

    private void look(long rebalance, int looks) {
        if (rebalance != rebalances.get() || looks == 0) {
            return;
        }
        endAll();
        var unused = thread.schedule(() -> look(rebalance, looks - 1), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    void endAll() {
        try {
            Set<String> abandoned = abandoned();
            if (!abandoned.isEmpty()) {
                await(admin().fenceProducers(abandoned).all());
                log.atInfo()
                        .addKeyValue("transactionalIds", abandoned)
                        .log("Ended transactions that dead instances had left open");
            }
            failing = false;
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            if (!failing) {
                log.atWarn()
                        .addKeyValue("error", e.toString())
                        .log("Could not look for transactions that dead instances left open; the broker ends them"
                                + " after transaction.timeout.ms");
            }
            failing = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Set<String> abandoned() throws ExecutionException, InterruptedException, TimeoutException {
        // In this order: whoever begins a transaction has become a member before.
        Set<String> transactions = openTransactions();
        if (transactions.isEmpty()) {
            return transactions;
        }
        List<String> members = members();
        boolean isMember = !Collections.disjoint(members, own);
        boolean areAllKnown = members.stream().allMatch(this::namesProcess);
        if (!isMember || !areAllKnown) {
            return Set.of();
        }
        Set<String> alive = members.stream().map(this::processOf).collect(Collectors.toSet());
        transactions.removeIf(id -> alive.contains(processOf(id)));
        return transactions;
    }

    private Set<String> openTransactions() throws ExecutionException, InterruptedException, TimeoutException {
        var open = new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING));
        return await(admin().listTransactions(open).all()).stream()
                .map(TransactionListing::transactionalId)
                .filter(this::namesProcess)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Their client ids. */
    private List<String> members() throws ExecutionException, InterruptedException, TimeoutException {
        return await(admin().describeConsumerGroups(List.of(applicationId)).all()).values().stream()
                .flatMap(group -> group.members().stream())
                .map(MemberDescription::clientId)
                .toList();
    }

    private synchronized Admin admin() {
        if (admin == null) {
            admin = Admin.create(kafka);
        }
        return admin;
    }

    @Override
    public synchronized void close() {
        thread.shutdownNow();
        if (admin != null) {
            admin.close(Duration.ZERO);
        }
    }

    private static <T> T await(KafkaFuture<T> answer)
            throws ExecutionException, InterruptedException, TimeoutException {
        return answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }

    private boolean namesProcess(String name) {
        return names.matcher(name).matches();
    }

    private String processOf(String name) {
        Matcher matcher = names.matcher(name);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(name);
        }
        return matcher.group(1);
    }
}
