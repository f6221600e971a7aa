package io.docsagent.worker.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc3339Test {

    @ParameterizedTest
    @CsvSource({
        "2026-11-21T09:00:00Z, 2026-11-21T09:00:00Z",
        "2026-11-21t09:00:00z, 2026-11-21T09:00:00Z",
        "2026-11-21T09:00:00-00:00, 2026-11-21T09:00:00Z",
        "2026-11-21T09:00:00.5+05:30, 2026-11-21T03:30:00.500Z",
        "2026-11-21T09:00:00.123456789123456789Z, 2026-11-21T09:00:00.123Z",
        "2026-11-21T09:00:00+23:59, 2026-11-20T09:01:00Z",
        "2016-12-31T23:59:60Z, 2017-01-01T00:00:00Z",
        "2017-01-01T05:29:60.9+05:30, 2017-01-01T00:00:00Z",
        "2024-02-29T00:00:00Z, 2024-02-29T00:00:00Z",
    })
    void a_time_is_read(String text, Instant instant) {
        assertThat(Rfc3339.parse(text)).isEqualTo(instant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "tomorrow",
                "2026-11-21",
                "2026-11-21T09:00:00",
                "2026-11-21 09:00:00Z",
                "2026-11-21T09:00Z",
                "2026-11-21T09:00:00.Z",
                "2026-11-21T09:00:00,5Z",
                "2026-11-21T24:00:00Z",
                "2026-11-21T09:60:00Z",
                "2026-11-21T09:00:60Z",
                "2026-11-21T09:00:61Z",
                "2026-11-21T09:00:00+24:00",
                "2026-11-21T09:00:00+05:60",
                "2026-11-21T09:00:00+0530",
                "2025-02-29T00:00:00Z",
                "2026-13-01T00:00:00Z",
                "+12026-11-21T09:00:00Z",
                "2026-11-21T09:00:00Z\n",
                "\u0662\u0660\u0662\u0666-11-21T09:00:00Z",
            })
    void no_time_is_not_guessed(String text) {
        assertThat(Rfc3339.parse(text)).isNull();
    }
}
