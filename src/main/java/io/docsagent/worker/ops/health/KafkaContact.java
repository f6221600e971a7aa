package io.docsagent.worker.ops.health;

import io.docsagent.worker.gateway.GatewayStatus;
import io.docsagent.worker.rights.DeniedRights;
import io.docsagent.worker.streams.LastCommits;
import io.docsagent.worker.topics.NeededTopics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether Kafka answers: by the engine's last commit and the last heartbeat of the consumer of calls.
 *
 * <p>Kafka's clients retry for as long as it takes, so that nothing else changes in an outage: the streams run, the
 * listener listens, and the clock stays what it was.
 */
public final class KafkaContact {

    private static final Logger log = LoggerFactory.getLogger(KafkaContact.class);

    private final Supplier<@Nullable Duration> sinceCommit;
    private final GatewayStatus gateway;
    private final NeededTopics topics;
    private final DeniedRights rights;
    private final Duration most;
    private final InstantSource clock;
    private @Nullable Instant lostSince;
    private List<String> missing = List.of();

    /**
     * @param sinceCommit of the stream thread whose last commit is the longest ago; null where none runs
     * @param topics are asked for where nothing was heard for too long
     * @param rights where some are denied, Kafka answers, whatever it was silent about
     * @param most the longest silence that is no outage
     */
    public KafkaContact(
            Supplier<@Nullable Duration> sinceCommit,
            GatewayStatus gateway,
            NeededTopics topics,
            DeniedRights rights,
            Duration most,
            InstantSource clock) {
        this.sinceCommit = sinceCommit;
        this.gateway = gateway;
        this.topics = topics;
        this.rights = rights;
        this.most = most;
        this.clock = clock;
    }

    /** When the consumer of calls last polled and sent a heartbeat; null where there is none. */
    @Nullable
    public Instant lastPoll() {
        Duration silence = gateway.silence();
        return silence == null ? null : clock.instant().minus(silence);
    }

    /** As {@link DeniedRights} names them. */
    public List<String> deniedRights() {
        return rights.now();
    }

    public boolean isLost() {
        return silence().compareTo(most) > 0;
    }

    /** For how long Kafka has not answered; a commit is missed only once the next one is due. */
    private Duration silence() {
        Duration ofEngine = orNone(sinceCommit.get()).minus(LastCommits.interval());
        Duration ofGateway = orNone(gateway.silence());
        return ofEngine.compareTo(ofGateway) > 0 ? ofEngine : ofGateway;
    }

    private static Duration orNone(@Nullable Duration time) {
        return time == null ? Duration.ZERO : time;
    }

    /** Of the topics that the worker needs, those that Kafka answered it does not have. */
    public List<String> missing() {
        return topics.missing();
    }

    /** Logs where an outage begins and where it ends, and which topics are missing. */
    public void check() {
        Duration silence = silence();
        if (silence.compareTo(most) > 0) {
            explain(clock.instant().minus(silence));
        } else if (lostSince != null) {
            log.atInfo().addKeyValue("since", lostSince).log("Kafka answers again");
            lostSince = null;
            missing = List.of();
            topics.allWorks();
        }
    }

    /** Once for each cause. */
    private void explain(Instant since) {
        if (rights.isAnyDenied()) {
            return;
        }
        List<String> before = missing;
        missing = topics.ask();
        if (!missing.isEmpty() && !missing.equals(before)) {
            log.atError().addKeyValue("since", since).log("Nothing is read, sent or published. {}", topics.explained());
        } else if (missing.isEmpty() && (lostSince == null || !before.isEmpty())) {
            log.atError()
                    .addKeyValue("since", since)
                    .log("Kafka does not answer: nothing is read, sent or published until it does, and nothing is lost."
                            + " Check the brokers, and the network between them and this instance");
        }
        lostSince = lostSince == null ? since : lostSince;
    }
}
