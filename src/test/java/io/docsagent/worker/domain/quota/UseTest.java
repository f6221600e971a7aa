package io.docsagent.worker.domain.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.wire.Format;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UseTest {

    private static final Instant AT = Instant.ofEpochMilli(1_795_219_200_000L);
    private static final Format<Quota> FORMAT = Format.of(Quota.class);

    @Test
    void one_of_the_default_publisher_is_stored_as_its_time() {
        assertThat(stored(new Use(AT, Publisher.DEFAULT))).contains("\"over\":[1795219200000]");
    }

    @Test
    void one_of_another_publisher_is_stored_with_its_name() {
        var nightly = new Use(AT, "nightly");

        assertThat(stored(nightly)).contains("\"over\":{\"nightly\":[1795219200000]}");
    }

    @Test
    void those_of_unknown_outcome_have_the_names_of_other_publishers_too() {
        assertThat(unanswered(new Use(AT, Publisher.DEFAULT)))
                .contains("\"unanswered\":{\"c.1\":{\"at\":1795219200000}}");
        assertThat(unanswered(new Use(AT, "nightly")))
                .contains("\"unanswered\":{\"c.1\":{\"at\":1795219200000,\"by\":\"nightly\"}}");
    }

    private static String stored(Use use) {
        return text(new Quota(0, Uses.of(List.of(use)), Map.of()));
    }

    private static String unanswered(Use use) {
        return text(new Quota(0, Uses.NONE, Map.of("c.1", use)));
    }

    private static String text(Quota quota) {
        assertThat(FORMAT.read(FORMAT.write(quota))).isEqualTo(quota);
        return new String(FORMAT.write(quota), StandardCharsets.UTF_8);
    }
}
