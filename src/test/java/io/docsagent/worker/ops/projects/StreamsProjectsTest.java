package io.docsagent.worker.ops.projects;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamsProjectsTest {

    @Test
    void who_is_interrupted_reads_no_further() {
        List<Integer> read = new ArrayList<>();
        var visitor = StreamsProjects.<Integer>unlessInterrupted(read::add);

        assertThat(visitor.test(1)).isTrue();
        Thread.currentThread().interrupt();
        assertThat(visitor.test(2)).isFalse();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(read).containsExactly(1, 2);
    }
}
