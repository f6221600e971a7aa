package io.docsagent.worker.ingress;

import io.docsagent.worker.ingress.document.Reading;
import io.docsagent.worker.ingress.document.Refusal;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.Input;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Sends each record on as a command, as an operation, as a report of a pull request, or as a dead letter. */
final class IngressProcessor extends ContextualProcessor<byte[], byte[], Object, byte[]> {

    private static final Format<Input> INPUTS = Format.of(Input.class);

    private final RecordReader reader;
    private final DeadLetters deadLetters;
    private final IngressObserver observer;
    private final Collection<String> topics;
    private final TopicIds topicIds;
    private final CommitPolicy commits;
    private final String deadLettersSink;

    /** By topic: a task reads one partition of each, that of its own number. */
    private final Map<String, Last> last = new HashMap<>();

    /**
     * The last record that was read of a topic.
     *
     * @param offset -1 for none
     */
    private record Last(String topicId, long offset) {}

    /** @param deadLettersSink where records go that cannot be read */
    IngressProcessor(
            Intake intake,
            DeadLetters deadLetters,
            IngressObserver observer,
            TopicIds topicIds,
            CommitPolicy commits,
            String deadLettersSink) {
        this.topics = intake.topics();
        this.reader = intake.reader();
        this.deadLetters = deadLetters;
        this.observer = observer;
        this.topicIds = topicIds;
        this.commits = commits;
        this.deadLettersSink = deadLettersSink;
    }

    @Override
    public void init(ProcessorContext<Object, byte[]> context) {
        super.init(context);
        askForIds(topics);
    }

    private void askForIds(Collection<String> asked) {
        topicIds.of(asked).forEach((topic, id) -> last.put(topic, new Last(id, -1)));
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        ConsumerRecord<byte[], byte[]> received = received(record);
        Reading reading = read(received);
        switch (reading) {
            case Reading.Accepted accepted -> accept(accepted.arrived().from(position(received)), record.timestamp());
            case Reading.Requested requested ->
                accept(requested.requested().from(position(received)), record.timestamp());
            case Reading.Reported reported -> accept(reported.seen(), record.timestamp());
            case Reading.Refused refused -> refuse(refused, received, record.timestamp());
        }
        observer.read(reading, received.topic());
        commits.afterRecord(context()::commit);
    }

    private Input.Published position(ConsumerRecord<?, ?> received) {
        String topic = received.topic();
        Last before = last.get(topic);
        // The task could not see the topic when it began, or it was re-created since, or its offsets were lost.
        if (before == null || received.offset() <= before.offset()) {
            last.remove(topic);
            askForIds(List.of(topic));
        }
        String topicId = Objects.requireNonNull(last.get(topic), topic).topicId();
        last.put(topic, new Last(topicId, received.offset()));
        int epoch = received.leaderEpoch().orElseThrow();
        return new Input.Published(topicId, received.partition(), received.offset(), epoch);
    }

    /** Without the publisher's headers: an internal topic carries nothing of unknown size. */
    private void accept(Input arrived, long now) {
        context()
                .forward(
                        new Record<Object, byte[]>(arrived.projectId(), INPUTS.write(arrived), now),
                        IngressTopology.INPUTS_SINK);
    }

    private void refuse(Reading.Refused refused, ConsumerRecord<byte[], byte[]> received, long now) {
        Record<byte[], byte[]> letter = deadLetters.of(received, refused.reason(), now);
        context().forward(letter.<Object>withKey(letter.key()), deadLettersSink);
        if (refused.answer() != null) {
            accept(refused.answer().from(position(received)), now);
        }
    }

    /**
     * A defect of the worker must not stop every instance, one after another, at the same record: the record becomes a
     * dead letter, which names the type of the failure.
     */
    private Reading read(ConsumerRecord<byte[], byte[]> received) {
        try {
            return reader.read(received);
        } catch (RuntimeException e) {
            deadLetters.unread(received, e);
            return new Reading.Refused(
                    Refusal.FAULT,
                    "reading the record failed in the worker: " + e.getClass().getSimpleName());
        }
    }

    private ConsumerRecord<byte[], byte[]> received(Record<byte[], byte[]> record) {
        RecordMetadata position = context()
                .recordMetadata()
                .orElseThrow(() -> new IllegalStateException("ingress forwards nothing but records of its topics"));
        return new ConsumerRecord<>(
                position.topic(),
                position.partition(),
                position.offset(),
                OriginalMetadata.timestamp(record.headers()),
                TimestampType.CREATE_TIME,
                ConsumerRecord.NULL_SIZE,
                ConsumerRecord.NULL_SIZE,
                record.key(),
                record.value(),
                OriginalMetadata.received(record.headers()),
                Optional.of(OriginalMetadata.leaderEpoch(record.headers())));
    }
}
