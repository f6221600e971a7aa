package io.docsagent.worker.sandbox.git;

import io.docsagent.worker.sandbox.git.Changes.FileChange;
import io.docsagent.worker.sandbox.git.Changes.Kind;
import io.docsagent.worker.sandbox.git.Changes.Line;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eclipse.jgit.diff.DiffEntry;
import org.eclipse.jgit.diff.DiffFormatter;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.lib.AbbreviatedObjectId;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.patch.FileHeader;
import org.eclipse.jgit.util.io.NullOutputStream;
import org.jspecify.annotations.Nullable;

/** Reads the difference of two commits into {@link Changes}, bounded for a page. */
final class Comparison {

    private static final int MAX_FILES = 100;
    private static final int MAX_LINES = 2_000;
    private static final int MAX_BYTES = 512 * 1024;
    private static final int CONTEXT = 3;

    private final Repository repository;
    private int linesLeft = MAX_LINES * 2;

    private Comparison(Repository repository) {
        this.repository = repository;
    }

    static Changes of(Repository repository, String base, String head) throws IOException {
        try (DiffFormatter differ = new DiffFormatter(NullOutputStream.INSTANCE)) {
            differ.setRepository(repository);
            differ.setDetectRenames(true);
            differ.setContext(CONTEXT);
            differ.setBinaryFileThreshold(MAX_BYTES);
            List<DiffEntry> entries = differ.scan(ObjectId.fromString(base), ObjectId.fromString(head));
            Comparison comparison = new Comparison(repository);
            List<FileChange> files = new ArrayList<>();
            for (DiffEntry entry : entries.subList(0, Math.min(MAX_FILES, entries.size()))) {
                files.add(comparison.file(differ, entry));
            }
            return new Changes(List.copyOf(files), Math.max(0, entries.size() - MAX_FILES));
        }
    }

    private FileChange file(DiffFormatter differ, DiffEntry entry) throws IOException {
        Kind kind = switch (entry.getChangeType()) {
            case ADD, COPY -> Kind.ADDED;
            case MODIFY -> Kind.CHANGED;
            case DELETE -> Kind.DELETED;
            case RENAME -> Kind.RENAMED;
        };
        String path = kind == Kind.DELETED ? entry.getOldPath() : entry.getNewPath();
        FileHeader header = differ.toFileHeader(entry);
        boolean binary = header.getPatchType() != FileHeader.PatchType.UNIFIED;
        byte[] now = bytes(entry.getNewId(), entry.getNewMode());
        List<Line> lines = binary || now == null
                ? List.of()
                : lines(header.toEditList(), text(entry.getOldId(), entry.getOldMode()), new RawText(now));
        boolean cut = lines.size() > Math.min(MAX_LINES, linesLeft);
        lines = cut ? lines.subList(0, Math.min(MAX_LINES, linesLeft)) : lines;
        linesLeft -= lines.size();
        boolean shown = kind != Kind.DELETED && !binary && now != null && isMarkdown(path);
        return new FileChange(
                kind,
                path,
                kind == Kind.RENAMED ? entry.getOldPath() : null,
                binary || now == null,
                List.copyOf(lines),
                cut,
                shown ? new String(now, StandardCharsets.UTF_8) : null);
    }

    private static boolean isMarkdown(String path) {
        String lower = path.toLowerCase(Locale.ROOT);
        return lower.endsWith(".md") || lower.endsWith(".mdx");
    }

    private RawText text(AbbreviatedObjectId id, FileMode mode) throws IOException {
        byte[] bytes = bytes(id, mode);
        return bytes == null ? RawText.EMPTY_TEXT : new RawText(bytes);
    }

    /** Null for what is too large to be shown. */
    private byte @Nullable [] bytes(AbbreviatedObjectId id, FileMode mode) throws IOException {
        boolean isFile = mode.getObjectType() == org.eclipse.jgit.lib.Constants.OBJ_BLOB;
        if (!isFile || id.toObjectId().equals(ObjectId.zeroId())) {
            return new byte[0];
        }
        try {
            return repository.open(id.toObjectId()).getBytes(MAX_BYTES);
        } catch (LargeObjectException tooLarge) {
            return null;
        }
    }

    private static List<Line> lines(EditList edits, RawText before, RawText after) {
        List<Line> lines = new ArrayList<>();
        for (int first = 0; first < edits.size(); ) {
            int last = first;
            while (last + 1 < edits.size()
                    && edits.get(last + 1).getBeginA() - edits.get(last).getEndA() <= 2 * CONTEXT) {
                last++;
            }
            hunk(edits.subList(first, last + 1), before, after, lines);
            first = last + 1;
        }
        return lines;
    }

    private static void hunk(List<Edit> edits, RawText before, RawText after, List<Line> lines) {
        int a = Math.max(0, edits.getFirst().getBeginA() - CONTEXT);
        int b = Math.max(0, edits.getFirst().getBeginB() - CONTEXT);
        int endA = Math.min(before.size(), edits.getLast().getEndA() + CONTEXT);
        int endB = Math.min(after.size(), edits.getLast().getEndB() + CONTEXT);
        lines.add(new Line(
                Line.Side.HUNK,
                0,
                0,
                "@@ -%d,%d +%d,%d @@".formatted(a + (endA > a ? 1 : 0), endA - a, b + (endB > b ? 1 : 0), endB - b)));
        for (Edit edit : edits) {
            for (; a < edit.getBeginA(); a++, b++) {
                lines.add(new Line(Line.Side.SAME, a + 1, b + 1, before.getString(a)));
            }
            for (; a < edit.getEndA(); a++) {
                lines.add(new Line(Line.Side.REMOVED, a + 1, 0, before.getString(a)));
            }
            for (; b < edit.getEndB(); b++) {
                lines.add(new Line(Line.Side.ADDED, 0, b + 1, after.getString(b)));
            }
        }
        for (; a < endA; a++, b++) {
            lines.add(new Line(Line.Side.SAME, a + 1, b + 1, before.getString(a)));
        }
    }
}
