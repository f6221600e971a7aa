package io.docsagent.worker.cli.terminal;

import io.docsagent.worker.wire.Printable;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of text in aligned columns. */
public final class Columns {

    private final List<List<String>> rows = new ArrayList<>();

    /** @param cells null for what is not known */
    public void row(@Nullable Object... cells) {
        rows.add(Arrays.stream(cells).map(Columns::text).toList());
    }

    private static String text(@Nullable Object cell) {
        return switch (cell) {
            case null -> "-";
            case Instant time -> time.truncatedTo(ChronoUnit.SECONDS).toString();
            default -> Printable.of(cell.toString());
        };
    }

    public void print(PrintWriter out) {
        int[] widths = widths();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                String cell = row.get(i);
                line.append(cell).append(" ".repeat(widths[i] - cell.length() + 2));
            }
            out.println(line.toString().stripTrailing());
        }
    }

    private int[] widths() {
        int[] widths = new int[rows.isEmpty() ? 0 : rows.getFirst().size()];
        for (List<String> row : rows) {
            Arrays.setAll(widths, i -> Math.max(widths[i], row.get(i).length()));
        }
        return widths;
    }
}
