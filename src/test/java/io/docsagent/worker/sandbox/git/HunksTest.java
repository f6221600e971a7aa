package io.docsagent.worker.sandbox.git;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.sandbox.git.CommitChanges.Line;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.jgit.diff.HistogramDiff;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HunksTest {

    @Test
    void changed_lines_come_with_three_lines_around_and_the_numbers_of_both_sides() throws IOException {
        String before = numbered(20);
        String after = before.replace("line 5\n", "five\nand a half\n").replace("line 19\n", "");

        assertThat(diff(before, after))
                .containsExactly(
                        "@@ -2,7 +2,8 @@",
                        "2 2   line 2",
                        "3 3   line 3",
                        "4 4   line 4",
                        "5 - − line 5",
                        "- 5 + five",
                        "- 6 + and a half",
                        "6 7   line 6",
                        "7 8   line 7",
                        "8 9   line 8",
                        "@@ -16,5 +17,4 @@",
                        "16 17   line 16",
                        "17 18   line 17",
                        "18 19   line 18",
                        "19 - − line 19",
                        "20 20   line 20");
    }

    @Test
    void a_new_file_has_only_added_lines() throws IOException {
        assertThat(diff("", "a\nb")).containsExactly("@@ -0,0 +1,2 @@", "- 1 + a", "- 2 + b");
    }

    private static List<String> diff(String before, String after) throws IOException {
        RawText old = new RawText(before.getBytes(StandardCharsets.UTF_8));
        RawText now = new RawText(after.getBytes(StandardCharsets.UTF_8));
        return Hunks.of(new HistogramDiff().diff(RawTextComparator.DEFAULT, old, now), old, now).stream()
                .map(HunksTest::text)
                .toList();
    }

    private static String text(Line line) {
        return line.side() == Line.Side.HUNK
                ? line.text()
                : number(line.oldNumber()) + " " + number(line.newNumber()) + " "
                        + line.side().sign() + " " + line.text();
    }

    private static String number(@Nullable Integer number) {
        return number == null ? "-" : number.toString();
    }

    private static String numbered(int lines) {
        return IntStream.rangeClosed(1, lines).mapToObj(i -> "line " + i + "\n").collect(Collectors.joining());
    }
}
