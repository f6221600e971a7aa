package io.docsagent.worker.sandbox.git;

import io.docsagent.worker.sandbox.git.Changes.Line;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.RawText;

/** Edits as the lines of a diff: those that changed, with some around them. */
final class Hunks {

    private static final int CONTEXT = 3;

    private Hunks() {}

    static List<Line> of(EditList edits, RawText before, RawText after) {
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
