package io.docsagent.worker.sandbox.journal;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Records every request for an allowed host in order; beyond a limit the oldest entries are dropped. */
public final class Journal implements AutoCloseable {

    private final int maxEntries;
    private final @Nullable OutputStream file;
    private final Deque<JournalEntry> entries = new ArrayDeque<>();
    private long appended;

    public Journal(JournalSettings settings) {
        this.maxEntries = settings.maxEntries();
        this.file = settings.file() == null ? null : open(settings.file());
    }

    private static OutputStream open(Path path) {
        try {
            // Unbuffered, so that each entry survives a crash of this process.
            return Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot write the journal to " + path, failure);
        }
    }

    /** A failure to write fails the request, since an answer without an entry would falsify the journal. */
    public synchronized void append(JournalEntry entry) {
        JournalEntry numbered = entry.numbered(++appended);
        try {
            if (file != null) {
                byte[] json = JsonMapper.shared().writeValueAsBytes(numbered);
                byte[] line = Arrays.copyOf(json, json.length + 1);
                line[json.length] = '\n';
                file.write(line);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        entries.addLast(numbered);
        if (entries.size() > maxEntries) {
            entries.removeFirst();
        }
    }

    /** A snapshot, oldest first. */
    public synchronized List<JournalEntry> entries() {
        return List.copyOf(entries);
    }

    /** The creates and messages of a project, with any result. */
    public List<JournalEntry> posts(String projectId) {
        return entries().stream()
                .filter(entry -> entry.isPost() && projectId.equals(entry.projectId()))
                .toList();
    }

    /** The number of entries dropped because of the limit. */
    public synchronized long dropped() {
        return appended - entries.size();
    }

    /**
     * The largest number of POSTs of a project in any period (two that are exactly one period apart are not in the same
     * one). POSTs that were answered 401 or 403 are not counted; all others are counted as attempts to use the quota,
     * even if they were refused or interrupted.
     *
     * @throws IllegalStateException if entries were dropped, since the number is then unknown
     */
    public int mostInAnyPeriod(String projectId, Duration period) {
        if (dropped() > 0) {
            throw new IllegalStateException(
                    "The journal has dropped " + dropped() + " entries; raise docs-agent.sandbox.journal.max-entries");
        }
        List<Instant> times = posts(projectId).stream()
                .filter(Journal::isAttemptedUse)
                .map(JournalEntry::handledAt)
                .sorted()
                .toList();
        int most = 0;
        int first = 0;
        for (int last = 0; last < times.size(); last++) {
            while (!times.get(first).plus(period).isAfter(times.get(last))) {
                first++;
            }
            most = Math.max(most, last - first + 1);
        }
        return most;
    }

    private static boolean isAttemptedUse(JournalEntry entry) {
        Integer status = entry.status();
        return status == null || (status != 401 && status != 403);
    }

    @Override
    public synchronized void close() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
