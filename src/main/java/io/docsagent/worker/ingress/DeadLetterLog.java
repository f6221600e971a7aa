package io.docsagent.worker.ingress;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** Says where the record of each dead letter is and what is wrong with it, and never what it holds. */
final class DeadLetterLog {

    private static final Logger log = LoggerFactory.getLogger(DeadLetterLog.class);

    /** Enough to see which publisher is wrong, and how; a topic of nothing else would fill the log. */
    static final int LINES_PER_MINUTE = 20;

    private final AtomicLong letters = new AtomicLong();

    void refused(ConsumerRecord<?, ?> received, String reason) {
        if (isWithinLimit()) {
            position(log.atWarn(), received).addKeyValue("reason", reason).log("A record became a dead letter");
        }
    }

    /** A defect of the worker, of which the letter has only the type. */
    void unread(ConsumerRecord<?, ?> received, RuntimeException failure) {
        if (isWithinLimit()) {
            position(log.atError(), received)
                    .setCause(failure)
                    .log("Could not read a record, which is a defect of the worker; it becomes a dead letter");
        }
    }

    /** @param projectId whose record it is */
    void failed(ConsumerRecord<?, ?> received, String projectId, RuntimeException failure) {
        if (isWithinLimit()) {
            position(log.atError(), received)
                    .addKeyValue("projectId", projectId)
                    .setCause(failure)
                    .log("Could not process a record; it became a dead letter, and its project is held");
        }
    }

    private boolean isWithinLimit() {
        return letters.incrementAndGet() <= LINES_PER_MINUTE;
    }

    private static LoggingEventBuilder position(LoggingEventBuilder line, ConsumerRecord<?, ?> received) {
        return line.addKeyValue("topic", received.topic())
                .addKeyValue("partition", received.partition())
                .addKeyValue("offset", received.offset());
    }

    /** Says how many lines were left out since the last call, and allows as many as before. */
    void minuteEnds() {
        long leftOut = letters.getAndSet(0) - LINES_PER_MINUTE;
        if (leftOut > 0) {
            log.atWarn()
                    .addKeyValue("leftOut", leftOut)
                    .log("More records became dead letters in the last minute; they are only counted");
        }
    }
}
