package io.docsagent.worker.sandbox.git;

import io.docsagent.worker.sandbox.git.CommitChanges.FileChange;
import io.docsagent.worker.sandbox.git.CommitChanges.Kind;
import io.docsagent.worker.sandbox.git.CommitChanges.Line;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eclipse.jgit.diff.DiffEntry;
import org.eclipse.jgit.diff.DiffEntry.Side;
import org.eclipse.jgit.diff.DiffFormatter;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.HistogramDiff;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.util.io.NullOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the difference of two commits into {@link CommitChanges}. Sizes are checked before files are compared, so that
 * a page takes less than a second for any commits.
 */
final class CommitComparison {

    private static final int MAX_FILES = 100;
    /** Lines shown of one file; of all files, twice as many. */
    private static final int MAX_LINES = 2_000;
    /** Lines compared on one side of a file. */
    private static final int MAX_COMPARED = 10_000;

    private static final int MAX_COMPARED_IN_ALL = 60_000;
    private static final int MAX_BYTES = 512 * 1024;
    private static final int MAX_BYTES_IN_ALL = 4 * 1024 * 1024;
    /** Rename detection compares every deleted file with every added one. */
    private static final int MAX_RENAMES = 50;

    private static final int MAX_RENAMED_BYTES = 64 * 1024;

    private final ObjectReader reader;
    private int linesLeft = MAX_LINES * 2;
    private int comparedLeft = MAX_COMPARED_IN_ALL;
    private long bytesLeft = MAX_BYTES_IN_ALL;

    private CommitComparison(ObjectReader reader) {
        this.reader = reader;
    }

    static CommitChanges of(Repository repository, String base, String head) throws IOException {
        try (ObjectReader reader = repository.newObjectReader();
                DiffFormatter differ = new DiffFormatter(NullOutputStream.INSTANCE)) {
            differ.setRepository(repository);
            differ.setDetectRenames(true);
            differ.getRenameDetector().setRenameLimit(MAX_RENAMES);
            differ.getRenameDetector().setBigFileThreshold(MAX_RENAMED_BYTES);
            List<DiffEntry> entries = differ.scan(ObjectId.fromString(base), ObjectId.fromString(head));
            CommitComparison comparison = new CommitComparison(reader);
            List<FileChange> files = new ArrayList<>();
            for (DiffEntry entry : entries.subList(0, Math.min(MAX_FILES, entries.size()))) {
                files.add(comparison.file(entry));
            }
            return new CommitChanges(List.copyOf(files), Math.max(0, entries.size() - MAX_FILES));
        }
    }

    static List<String> paths(Repository repository, String base, String head) throws IOException {
        try (DiffFormatter differ = new DiffFormatter(NullOutputStream.INSTANCE)) {
            differ.setRepository(repository);
            return differ.scan(ObjectId.fromString(base), ObjectId.fromString(head)).stream()
                    .filter(entry -> entry.getChangeType() != DiffEntry.ChangeType.DELETE)
                    .limit(MAX_FILES)
                    .map(CommitComparison::path)
                    .toList();
        }
    }

    private FileChange file(DiffEntry entry) throws IOException {
        if (isSubmodule(entry, Side.OLD) || isSubmodule(entry, Side.NEW)) {
            return notShown(entry, "A submodule: " + content(entry, Side.OLD) + " → " + content(entry, Side.NEW));
        }
        long size = size(entry, Side.OLD) + size(entry, Side.NEW);
        if (size > MAX_BYTES) {
            return notShown(entry, "%,d bytes, too large to show".formatted(size));
        }
        if (size > bytesLeft) {
            return notShown(entry, "Not shown, because the changes are too large");
        }
        bytesLeft -= size;
        return compared(entry, bytes(entry, Side.OLD), bytes(entry, Side.NEW));
    }

    private FileChange compared(DiffEntry entry, byte[] old, byte[] now) throws IOException {
        if (RawText.isBinary(old) || RawText.isBinary(now)) {
            return notShown(entry, "A binary file");
        }
        RawText before = new RawText(old);
        RawText after = new RawText(now);
        int longer = Math.max(before.size(), after.size());
        if (longer > MAX_COMPARED) {
            return notShown(entry, "%,d lines, too many to show".formatted(longer));
        }
        if (longer > comparedLeft) {
            return notShown(entry, "Not shown, because the changes are too large");
        }
        comparedLeft -= longer;
        HistogramDiff algorithm = new HistogramDiff();
        // The fallback for repeated lines takes quadratic time.
        algorithm.setFallbackAlgorithm(null);
        EditList edits = algorithm.diff(RawTextComparator.DEFAULT, before, after);
        List<Line> lines = Hunks.of(edits, before, after);
        int shown = Math.min(MAX_LINES, linesLeft);
        boolean cut = lines.size() > shown;
        lines = List.copyOf(cut ? lines.subList(0, shown) : lines);
        linesLeft -= lines.size();
        String text = isMarkdown(entry) ? new String(now, StandardCharsets.UTF_8) : null;
        return new FileChange(kind(entry), path(entry), oldPath(entry), null, lines, cut, text);
    }

    private static FileChange notShown(DiffEntry entry, String why) {
        return new FileChange(kind(entry), path(entry), oldPath(entry), why, List.of(), false, null);
    }

    private static Kind kind(DiffEntry entry) {
        return switch (entry.getChangeType()) {
            case ADD, COPY -> Kind.ADDED;
            case MODIFY -> Kind.CHANGED;
            case DELETE -> Kind.DELETED;
            case RENAME -> Kind.RENAMED;
        };
    }

    private static String path(DiffEntry entry) {
        return kind(entry) == Kind.DELETED ? entry.getOldPath() : entry.getNewPath();
    }

    private static @Nullable String oldPath(DiffEntry entry) {
        return kind(entry) == Kind.RENAMED ? entry.getOldPath() : null;
    }

    private static boolean isMarkdown(DiffEntry entry) {
        String lower = path(entry).toLowerCase(Locale.ROOT);
        return (lower.endsWith(".md") || lower.endsWith(".mdx"))
                && (entry.getNewMode().getBits() & FileMode.TYPE_MASK) == FileMode.TYPE_FILE;
    }

    private static boolean isSubmodule(DiffEntry entry, Side side) {
        return entry.getMode(side).getObjectType() == Constants.OBJ_COMMIT;
    }

    private static boolean isFile(DiffEntry entry, Side side) {
        return entry.getMode(side).getObjectType() == Constants.OBJ_BLOB;
    }

    /** A short description of one side of a submodule's change. */
    private static String content(DiffEntry entry, Side side) {
        if (isSubmodule(entry, side)) {
            return "commit " + entry.getId(side).name().substring(0, 7);
        }
        return isFile(entry, side) ? "a file" : "none";
    }

    private long size(DiffEntry entry, Side side) throws IOException {
        return isFile(entry, side) ? reader.getObjectSize(entry.getId(side).toObjectId(), Constants.OBJ_BLOB) : 0;
    }

    private byte[] bytes(DiffEntry entry, Side side) throws IOException {
        return isFile(entry, side)
                ? reader.open(entry.getId(side).toObjectId(), Constants.OBJ_BLOB)
                        .getBytes(MAX_BYTES)
                : new byte[0];
    }
}
