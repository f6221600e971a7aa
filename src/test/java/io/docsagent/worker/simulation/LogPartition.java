package io.docsagent.worker.simulation;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.AbstractRecords;
import org.apache.kafka.common.record.CompressionType;
import org.apache.kafka.common.record.RecordBatch;
import org.jspecify.annotations.Nullable;

/** One partition of a topic: records in the order of their append, with the time of its leader. */
final class LogPartition {

    private final String topic;
    private final int number;
    private final Supplier<Instant> trueTime;
    private final List<Entry> entries = new ArrayList<>();
    private final Set<Runnable> readers = new LinkedHashSet<>();
    private Duration leaderAhead = Duration.ZERO;
    private long largest = Long.MAX_VALUE;
    private long begin;

    /** Nothing before it is pending, and never will be. */
    private long stable;

    LogPartition(String topic, int number, Supplier<Instant> trueTime) {
        this.topic = topic;
        this.number = number;
        this.trueTime = trueTime;
    }

    /** A record as it is stored, or the marker that the end of a transaction leaves in each partition it touched. */
    static final class Entry {

        private final long offset;
        private final byte @Nullable [] key;
        private final byte @Nullable [] value;
        private final Headers headers;
        private final Instant appendedAt;
        private final Instant at;
        private final boolean marker;
        private final @Nullable Transaction transaction;
        private @Nullable Entry cause;

        private Entry(
                long offset,
                byte @Nullable [] key,
                byte @Nullable [] value,
                Headers headers,
                Instant appendedAt,
                Instant at,
                boolean marker,
                @Nullable Transaction transaction) {
            this.offset = offset;
            this.key = key;
            this.value = value;
            this.headers = headers;
            this.appendedAt = appendedAt;
            this.at = at;
            this.marker = marker;
            this.transaction = transaction;
        }

        long offset() {
            return offset;
        }

        byte @Nullable [] key() {
            return key;
        }

        byte @Nullable [] value() {
            return value;
        }

        String text() {
            return value == null ? "" : new String(value, StandardCharsets.UTF_8);
        }

        Headers headers() {
            return headers;
        }

        /** By the clock of the partition's leader. */
        Instant appendedAt() {
            return appendedAt;
        }

        /** By the true time. */
        Instant at() {
            return at;
        }

        /** The worker wrote it because of that one. */
        void causedBy(Entry other) {
            cause = other;
        }

        /** The record because of which the worker wrote it. */
        @Nullable
        Entry cause() {
            return cause;
        }

        private boolean isPending() {
            return transaction != null && transaction.isOpen();
        }

        private boolean isRead() {
            return !marker && (transaction == null || !transaction.isAborted());
        }
    }

    /** @throws RecordTooLargeException where the topic does not take it */
    Entry append(byte @Nullable [] key, byte @Nullable [] value, Headers headers, @Nullable Transaction transaction) {
        int size = sizeOf(key, value, headers);
        if (size > largest) {
            throw new RecordTooLargeException("%s takes %d bytes, not %d".formatted(this, largest, size));
        }
        Instant now = trueTime.get();
        Instant appendedAt = Instant.ofEpochMilli(now.plus(leaderAhead).toEpochMilli());
        Entry entry =
                new Entry(end(), key, value, new RecordHeaders(headers.toArray()), appendedAt, now, false, transaction);
        entries.add(entry);
        if (transaction == null) {
            wakeReaders();
        } else {
            transaction.touches(this);
        }
        return entry;
    }

    /** As a producer measures it. */
    static int sizeOf(byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        return AbstractRecords.estimateSizeInBytesUpperBound(
                RecordBatch.CURRENT_MAGIC_VALUE, CompressionType.NONE, key, value, headers.toArray());
    }

    /** The largest record that it takes ({@code max.message.bytes}). */
    void takes(long bytes) {
        largest = bytes;
    }

    /** A transaction that touched the partition has ended. */
    void mark() {
        Instant now = trueTime.get();
        entries.add(new Entry(end(), null, null, new RecordHeaders(), now, now, true, null));
        wakeReaders();
    }

    /** Records that a {@code read_committed} consumer at this offset gets, at most so many. */
    List<Entry> read(long from, int most) {
        List<Entry> read = new ArrayList<>();
        for (long offset = Math.max(from, begin); offset < lastStable() && read.size() < most; offset++) {
            Entry entry = entries.get((int) offset);
            if (entry.isRead()) {
                read.add(entry);
            }
        }
        return read;
    }

    /** The first offset of an open transaction, or the end. */
    long lastStable() {
        while (stable < end() && !entries.get((int) stable).isPending()) {
            stable++;
        }
        return stable;
    }

    long begin() {
        return begin;
    }

    long end() {
        return entries.size();
    }

    /** Retention: nobody can read records before this offset any more, except for pending ones. */
    void deleteBefore(long offset) {
        begin = Math.max(begin, Math.min(offset, lastStable()));
    }

    /** Every record that could ever be read. */
    List<Entry> written() {
        return entries.subList(0, (int) lastStable()).stream()
                .filter(Entry::isRead)
                .toList();
    }

    void leaderChanges(Duration ahead) {
        leaderAhead = ahead;
    }

    void addReader(Runnable wakeUp) {
        readers.add(wakeUp);
    }

    void removeReader(Runnable wakeUp) {
        readers.remove(wakeUp);
    }

    void wakeReaders() {
        List.copyOf(readers).forEach(Runnable::run);
    }

    String topic() {
        return topic;
    }

    int number() {
        return number;
    }

    @Override
    public String toString() {
        return topic + "-" + number;
    }
}
