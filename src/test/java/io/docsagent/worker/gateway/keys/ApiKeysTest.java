package io.docsagent.worker.gateway.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.gateway.BoundSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeysTest {

    @TempDir
    Path folder;

    private final List<String> changes = new ArrayList<>();

    private ApiKeys keys(String... settings) {
        ApiKeys keys = new ApiKeys(BoundSettings.of("http://service", settings), InstantSource.system());
        keys.onChange(new ApiKeys.KeyListener() {
            @Override
            public List<String> projectsOfInterest() {
                return List.of();
            }

            @Override
            public void sharedKeyChanged() {
                changes.add("all");
            }

            @Override
            public void projectKeyChanged(String projectId) {
                changes.add(projectId);
            }
        });
        return keys;
    }

    private static String used(ApiKeys keys, String projectId) {
        ApiKey key = keys.keyFor(projectId);
        return key == null ? "none" : key.bearer();
    }

    @Test
    void a_key_from_the_setting_is_used_without_its_surroundings() {
        assertThat(used(keys("api.key", " k1\n"), "p")).isEqualTo("Bearer k1");
    }

    @Test
    void a_changed_file_is_noticed_and_told_once() throws IOException {
        Path file = Files.writeString(folder.resolve("key"), "k1\n");
        ApiKeys keys = keys("api.key-file", file.toString());
        keys.refresh();
        assertThat(changes).isEmpty();
        Files.writeString(file, "\uFEFF k2 \r\n");
        keys.refresh();
        keys.refresh();
        assertThat(used(keys, "p")).isEqualTo("Bearer k2");
        assertThat(changes).containsExactly("all");
    }

    @Test
    void a_swapped_link_is_followed() throws IOException {
        Files.writeString(Files.createDirectory(folder.resolve("v1")).resolve("key"), "k1");
        Files.writeString(Files.createDirectory(folder.resolve("v2")).resolve("key"), "k2");
        Path data = Files.createSymbolicLink(folder.resolve("..data"), Path.of("v1"));
        Path file = Files.createSymbolicLink(folder.resolve("key"), Path.of("..data/key"));
        ApiKeys keys = keys("api.key-file", file.toString());
        assertThat(used(keys, "p")).isEqualTo("Bearer k1");
        Path next = Files.createSymbolicLink(folder.resolve("..data_tmp"), Path.of("v2"));
        Files.move(next, data, StandardCopyOption.ATOMIC_MOVE);
        keys.refresh();
        assertThat(used(keys, "p")).isEqualTo("Bearer k2");
    }

    @Test
    void the_last_good_key_outlives_its_file() throws IOException {
        Path file = Files.writeString(folder.resolve("key"), "k1");
        ApiKeys keys = keys("api.key-file", file.toString());
        for (String damaged : List.of("", " \n", "two\nlines", "x".repeat(10_000))) {
            Files.writeString(file, damaged);
            keys.refresh();
            assertThat(used(keys, "p")).isEqualTo("Bearer k1");
        }
        Files.delete(file);
        keys.refresh();
        Files.createDirectory(file);
        keys.refresh();
        assertThat(used(keys, "p")).isEqualTo("Bearer k1");
        Files.delete(file);
        assertThat(changes).isEmpty();
        Files.writeString(file, "k1");
        keys.refresh();
        assertThat(changes).containsExactly("all");
    }

    @Test
    void a_file_that_is_written_again_with_the_same_key_is_told_once() throws IOException {
        Path file = Files.writeString(folder.resolve("key"), "k1");
        Path own = Files.writeString(folder.resolve("p-1"), "k2");
        ApiKeys keys = keys("api.key-file", file.toString(), "api.key-dir", folder.toString());
        used(keys, "p-1");
        keys.refresh();
        assertThat(changes).isEmpty();

        writeAgain(file);
        writeAgain(own);
        keys.refresh();
        keys.refresh();

        assertThat(changes).containsExactly("all", "p-1");
        assertThat(used(keys, "p-1")).isEqualTo("Bearer k2");
    }

    /** Later than before, however coarse the file system's times are. */
    private static void writeAgain(Path file) throws IOException {
        FileTime before = Files.getLastModifiedTime(file);
        Files.writeString(file, Files.readString(file));
        Files.setLastModifiedTime(file, FileTime.fromMillis(before.toMillis() + 1_000));
    }

    @Test
    void a_file_named_like_the_project_wins_even_if_it_appears_later() throws IOException {
        ApiKeys keys = keys("api.key", "shared", "api.key-dir", folder.toString());
        assertThat(used(keys, "p-1")).isEqualTo("Bearer shared");
        Files.writeString(folder.resolve("p-1"), "own");
        keys.refresh();
        assertThat(used(keys, "p-1")).isEqualTo("Bearer own");
        assertThat(used(keys, "p-2")).isEqualTo("Bearer shared");
        assertThat(changes).containsExactly("p-1");
    }

    @Test
    void a_project_whose_own_file_holds_no_key_does_not_get_the_key_of_others() throws IOException {
        Files.writeString(folder.resolve("p-1"), "");
        assertThat(used(keys("api.key", "shared", "api.key-dir", folder.toString()), "p-1"))
                .isEqualTo("none");
    }

    @Test
    void a_project_whose_own_file_cannot_be_looked_at_does_not_get_the_key_of_others() throws IOException {
        Path own = folder.resolve("p-1");
        Files.createSymbolicLink(own, own);
        ApiKeys keys = keys("api.key", "shared", "api.key-dir", folder.toString());
        assertThat(used(keys, "p-1")).isEqualTo("none");
        Files.delete(own);
        keys.refresh();
        assertThat(used(keys, "p-1")).isEqualTo("Bearer shared");
    }

    @Test
    void what_is_no_file_or_leads_nowhere_is_no_key_file() throws IOException {
        Files.createDirectory(folder.resolve("p-1"));
        Files.createSymbolicLink(folder.resolve("p-2"), folder.resolve("nowhere"));
        ApiKeys keys = keys("api.key", "shared", "api.key-dir", folder.toString());
        assertThat(used(keys, "p-1")).isEqualTo("Bearer shared");
        assertThat(used(keys, "p-2")).isEqualTo("Bearer shared");
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", ".", "../key", "sub/key", "", "a\0b", "/etc/hostname"})
    void no_project_id_leaves_the_folder(String projectId) throws IOException {
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Files.writeString(folder.resolve("key"), "outside");
        Files.writeString(Files.createDirectory(inner.resolve("sub")).resolve("key"), "below");
        assertThat(used(keys("api.key", "shared", "api.key-dir", inner.toString()), projectId))
                .isEqualTo("Bearer shared");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  \n", "two\nlines", "a\u0001b", "schlüssel", "a b"})
    void at_start_an_unusable_file_is_refused_without_being_quoted(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("key"), content);
        assertThatThrownBy(() -> keys("api.key-file", file.toString()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("docs-agent.api.key-file")
                .message()
                .doesNotContain("two", "schl");
    }

    @Test
    void what_is_missing_at_start_is_named() {
        String nowhere = folder.resolve("nowhere").toString();
        assertThatThrownBy(() -> keys("api.key-file", nowhere)).hasMessageContaining("key-file", nowhere);
        assertThatThrownBy(() -> keys("api.key-dir", nowhere)).hasMessageContaining("docs-agent.api.key-dir");
        assertThatThrownBy(() -> keys("api.key", "a\nb")).hasMessageContaining("docs-agent.api.key ");
    }

    @Test
    void every_key_that_was_loaded_is_hidden_also_once_it_is_replaced() throws IOException {
        Path shared = Files.writeString(folder.resolve("shared"), "shared-key-1");
        Path projects = Files.createDirectory(folder.resolve("projects"));
        Path own = Files.writeString(projects.resolve("p-1"), "own-key-1");
        ApiKeys keys = keys("api.key-file", shared.toString(), "api.key-dir", projects.toString());
        used(keys, "p-1");
        Files.writeString(shared, "shared-key-2");
        Files.writeString(own, "own-key-2");
        keys.refresh();
        assertThat(keys.redaction().apply("shared-key-1 shared-key-2 own-key-1 own-key-2"))
                .isEqualTo("[redacted] [redacted] [redacted] [redacted]");
        assertThat(keys("api.key", "fixed-key").redaction().apply("fixed-key")).isEqualTo("[redacted]");
    }

    @Test
    void a_file_is_a_key_only_where_a_project_of_that_name_calls() throws IOException {
        Files.writeString(folder.resolve("notes"), "completed");
        Files.writeString(folder.resolve(".hidden"), "hidden-key");
        Files.writeString(folder.resolve("..data"), "linked-key");
        Files.writeString(folder.resolve("docs"), "docs-key-1");
        ApiKeys keys = keys("api.key", "shared-key", "api.key-dir", folder.toString());
        assertThat(used(keys, "docs")).isEqualTo("Bearer docs-key-1");
        assertThat(used(keys, "Docs")).isEqualTo("Bearer shared-key");
        assertThat(used(keys, ".hidden")).isEqualTo("Bearer shared-key");
        assertThat(used(keys, "..data")).isEqualTo("Bearer shared-key");
        keys.refresh();
        assertThat(keys.redaction().apply("completed hidden-key docs-key-1"))
                .isEqualTo("completed hidden-key [redacted]");
    }

    @Test
    void a_key_never_shows_itself() {
        assertThat(ApiKey.parse("secret")).hasToString("ApiKey[hidden]");
        assertThat(new KeyFile.Content.Usable(ApiKey.parse("secret"), FileTime.fromMillis(0)).toString())
                .doesNotContain("secret");
    }
}
