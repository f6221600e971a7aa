package io.docsagent.worker.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServicePathsTest {

    private final ServicePaths paths = new ServicePaths(URI.create("https://agent/base//"));

    @Test
    void only_unreserved_characters_are_written_as_they_are() {
        for (char c = '!'; c < 0x7f; c++) {
            if (c != '/' && c != '\\' && c != '%') {
                boolean unreserved = Character.isLetterOrDigit(c) || "-._~".indexOf(c) >= 0;
                assertThat(paths.job("p", "j" + c))
                        .isEqualTo("https://agent/base/v2/agent/p/job/j"
                                + (unreserved ? String.valueOf(c) : "%%%02X".formatted((int) c)));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"é, %C3%A9", "𝄞, %F0%9D%84%9E", "'a b', a%20b", ".a, .a", "..., ...", "~, ~"})
    void other_characters_are_written_as_their_utf_8(String id, String segment) {
        String job = paths.job("p", id);

        if (id.equals("...")) {
            assertThat(paths.post(id, null)).isEqualTo("https://agent/base/v2/agent/.../job");
        }
        assertThat(job).isEqualTo("https://agent/base/v2/agent/p/job/" + segment);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "..;", "a/b", "a\\b", "%2e", "%2e%2e", "a\tb", "\ud800"})
    void an_id_that_could_change_the_path_has_no_address(String id) {
        assertThat(paths.job("p", id)).isNull();
        assertThat(paths.job(id, "j")).isNull();
        assertThat(paths.post("p", id)).isNull();
        assertThat(paths.post(id, null)).isNull();
    }
}
