package io.docsagent.worker.sandbox.git;

import io.docsagent.worker.sandbox.git.CommitChanges.Line;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.diff.DiffFormatter;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.RawText;
import org.jspecify.annotations.Nullable;

/** Collects the lines of a diff that JGit would print: those that changed, with three around them. */
final class Hunks extends DiffFormatter {

    private final ByteArrayOutputStream printed;
    private final List<Line> lines = new ArrayList<>();
    private int newNumber;

    private Hunks(ByteArrayOutputStream printed) {
        super(printed);
        this.printed = printed;
    }

    static List<Line> of(EditList edits, RawText before, RawText after) throws IOException {
        try (Hunks hunks = new Hunks(new ByteArrayOutputStream())) {
            hunks.format(edits, before, after);
            return hunks.lines;
        }
    }

    @Override
    protected void writeHunkHeader(int oldStart, int oldEnd, int newStart, int newEnd, @Nullable String function)
            throws IOException {
        printed.reset();
        super.writeHunkHeader(oldStart, oldEnd, newStart, newEnd, function);
        String header = printed.toString(StandardCharsets.UTF_8).strip();
        lines.add(new Line(Line.Side.HUNK, null, null, header));
        newNumber = newStart;
    }

    @Override
    protected void writeContextLine(RawText text, int line) {
        lines.add(new Line(Line.Side.SAME, line + 1, ++newNumber, text.getString(line)));
    }

    @Override
    protected void writeRemovedLine(RawText text, int line) {
        lines.add(new Line(Line.Side.REMOVED, line + 1, null, text.getString(line)));
    }

    @Override
    protected void writeAddedLine(RawText text, int line) {
        lines.add(new Line(Line.Side.ADDED, null, ++newNumber, text.getString(line)));
    }
}
