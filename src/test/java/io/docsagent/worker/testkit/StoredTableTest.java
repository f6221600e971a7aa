package io.docsagent.worker.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A table that reads each value once still finds what reading it every time would have found. */
class StoredTableTest {

    private final StoredTable<Names> table = new StoredTable<>(Names.class);

    record Names(List<String> names) {}

    @Test
    void a_value_is_no_longer_the_object_that_was_written() {
        Names written = new Names(new ArrayList<>(List.of("a")));
        table.write(Map.of("key", Optional.of(written)));
        written.names().add("b");

        assertThat(table.get("key")).isEqualTo(new Names(List.of("a")));
    }

    @Test
    void a_value_that_was_changed_without_being_written_is_not_what_is_stored() {
        table.write(Map.of("key", Optional.of(new Names(List.of("a")))));
        StoredTable<Names> copy = table.copy();
        assertThat(table.holdsTheSameAs(copy)).isTrue();

        Objects.requireNonNull(table.get("key")).names().add("b");

        assertThat(table.holdsTheSameAs(copy)).isFalse();
    }
}
