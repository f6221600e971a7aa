package io.docsagent.worker.sandbox.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every request for one of our hosts, in order, up to a number; beyond it the oldest entries are forgotten. */
public final class Journal implements AutoCloseable {

    private final int maxEntries;
    private final @Nullable JournalFile file;
    private final Deque<JournalEntry> entries = new ArrayDeque<>();
    private long appended;

    public Journal(JournalSettings settings) {
        this.maxEntries = settings.maxEntries();
        this.file = settings.file() == null ? null : JournalFile.open(settings.file());
    }

    public synchronized void append(JournalEntry entry) {
        JournalEntry numbered = entry.numbered(++appended);
        if (file != null) {
            file.append(numbered);
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

    /** The creates and messages of a project, however they ended. */
    public List<JournalEntry> posts(String projectId) {
        return entries().stream()
                .filter(entry -> entry.isPost() && projectId.equals(entry.projectId()))
                .toList();
    }

    /** How many entries were dropped for want of route. */
    public synchronized long forgotten() {
        return appended - entries.size();
    }

    /**
     * The most POSTs of a project that lie within any one period (two exactly a period apart do not share one). Those
     * answered 401 or 403 are left out; all others are taken as attempts to use the quota, also where they were refused
     * or broke off.
     *
     * @throws IllegalStateException where entries were forgotten, since the truth is then unknown
     */
    public int mostInAnyPeriod(String projectId, Duration period) {
        if (forgotten() > 0) {
            throw new IllegalStateException("The journal has forgotten " + forgotten() + " entries");
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
        if (file != null) {
            file.close();
        }
    }
}
