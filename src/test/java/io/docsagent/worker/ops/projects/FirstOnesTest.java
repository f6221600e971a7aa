package io.docsagent.worker.ops.projects;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FirstOnesTest {

    @Test
    void no_more_than_the_first_ones_are_kept_and_all_are_counted() {
        FirstOnes<Integer> first = new FirstOnes<>(Integer::compare, 3);
        for (int i = 0; i < 100; i++) {
            first.add(i * 37 % 100);
            assertThat(first.inOrder()).hasSizeLessThanOrEqualTo(3);
        }

        assertThat(first.inOrder()).containsExactly(0, 1, 2);
        assertThat(first.added()).isEqualTo(100);
    }
}
