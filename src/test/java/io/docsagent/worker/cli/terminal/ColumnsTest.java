package io.docsagent.worker.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ColumnsTest {

    private final Columns columns = new Columns();

    @Test
    void each_column_is_as_wide_as_its_widest_cell() {
        columns.row("COMMAND", "WHY");
        columns.row("c1", null);
        columns.row("a-long-name", "quota");

        assertThat(printed()).isEqualTo("COMMAND      WHY\nc1           -\na-long-name  quota\n");
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_hundred_thousand_rows_do_not_take_the_square_of_their_time() {
        for (int i = 0; i < 100_000; i++) {
            columns.row("c" + i, "queued", i);
        }

        assertThat(printed()).hasLineCount(100_000);
    }

    private String printed() {
        StringWriter out = new StringWriter();
        columns.print(new PrintWriter(out));
        return out.toString();
    }
}
