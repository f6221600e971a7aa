package io.docsagent.worker.ops;

import io.docsagent.worker.engine.LastCommits;
import io.docsagent.worker.gateway.GatewayStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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
final class KafkaContact {

    private static final Logger log = LoggerFactory.getLogger(KafkaContact.class);

    private final Supplier<@Nullable Instant> lastCommit;
    private final GatewayStatus gateway;
    private final Duration most;
    private final InstantSource clock;
    private @Nullable Instant lostSince;

    /**
     * @param lastCommit that of the stream thread whose last commit is the longest ago; null where none runs
     * @param most the longest silence that is no outage
     */
    KafkaContact(Supplier<@Nullable Instant> lastCommit, GatewayStatus gateway, Duration most, InstantSource clock) {
        this.lastCommit = lastCommit;
        this.gateway = gateway;
        this.most = most;
        this.clock = clock;
    }

    @Nullable
    Instant lastCommit() {
        return lastCommit.get();
    }

    /** When the consumer of calls last polled and sent a heartbeat; null where there is none. */
    @Nullable
    Instant lastPoll() {
        Duration silence = gateway.silence();
        return silence == null ? null : clock.instant().minus(silence);
    }

    boolean isLost() {
        return silence().compareTo(most) > 0;
    }

    /** For how long Kafka has not answered; a commit is missed only once the next one is due. */
    Duration silence() {
        Duration ofGateway = gateway.silence();
        Instant committed = lastCommit.get();
        Duration longest = ofGateway == null ? Duration.ZERO : ofGateway;
        if (committed != null) {
            Duration ofEngine = Duration.between(committed, clock.instant()).minus(LastCommits.interval());
            longest = ofEngine.compareTo(longest) > 0 ? ofEngine : longest;
        }
        return longest;
    }

    /** Logs where an outage begins and where it ends. */
    void check() {
        Duration silence = silence();
        boolean isLost = silence.compareTo(most) > 0;
        if (isLost && lostSince == null) {
            lostSince = clock.instant().minus(silence);
            log.atError()
                    .addKeyValue("since", lostSince)
                    .log("Kafka does not answer: nothing is read, sent or published until it does, and nothing is lost."
                            + " Check the brokers, and the network between them and this instance");
        } else if (!isLost && lostSince != null) {
            log.atInfo().addKeyValue("since", lostSince).log("Kafka answers again");
            lostSince = null;
        }
    }
}
