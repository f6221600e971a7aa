package io.docsagent.worker.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a linter cannot know of the release: what its files have to say about one another, and what it must not trust. */
class ReleaseTest {

    private static final Path WORKFLOWS = Path.of(".github/workflows");

    private final JsonNode jobs =
            Documents.one(WORKFLOWS.resolve("release.yml")).get("jobs");

    @Test
    void it_checks_on_the_machine_and_with_the_programs_of_every_other_commit() {
        JsonNode ci = Documents.one(WORKFLOWS.resolve("ci.yml")).get("jobs");

        assertThat(jobs.at("/check/runs-on")).isEqualTo(ci.at("/run/runs-on"));
        assertThat(jobs.at("/check/steps").valueStream().toList())
                .containsAll(ci.at("/run/steps").valueStream().toList());
        assertThat(jobs.at("/linters/steps")).isEqualTo(ci.at("/linters/steps"));
        assertThat(jobs.at("/image/needs").toString()).isEqualTo("[\"check\",\"linters\"]");
    }

    /** Neither by files in the same folder nor by a cache does what npm installed reach what is signed. */
    @Test
    void packages_of_npm_run_in_a_job_of_their_own() {
        assertThat(jobs.propertyStream().filter(job -> !job.getKey().equals("linters")))
                .allSatisfy(job -> assertThat(job.getValue().toString().replace("--without-npm", ""))
                        .doesNotContain("npm", "setup-node"));
        assertThat(jobs.get("linters").toString()).doesNotContain("-artifact", "cache");
    }

    @Test
    void packages_of_npm_and_maven_are_pinned_by_their_hashes() throws Exception {
        JsonNode lock = JsonMapper.shared().readTree(Files.readString(Path.of(".ci/npm/package-lock.json")));

        assertThat(lock.get("packages").propertyStream().skip(1))
                .hasSizeGreaterThan(5)
                .allSatisfy(entry -> {
                    assertThat(entry.getValue().path("integrity").asString("")).startsWith("sha512-");
                    assertThat(entry.getValue().has("resolved")).isFalse();
                });
        assertThat(Documents.text(Path.of(".mvn/wrapper/maven-wrapper.properties")))
                .containsPattern("(?m)^distributionSha256Sum=[0-9a-f]{64}$");
    }

    /** A tag can be moved to other code. The comment says what the commit is, and is what Dependabot reads. */
    @ParameterizedTest
    @ValueSource(strings = {"ci.yml", "release.yml"})
    void actions_are_pinned_to_a_commit_whose_version_is_written_beside_it(String workflow) {
        assertThat(Documents.text(WORKFLOWS.resolve(workflow)).lines().filter(line -> line.contains("uses:")))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line.strip())
                        .matches("(- )?uses: [a-z-]+/[a-z-]+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+"));
    }

    @Test
    void no_checkout_leaves_a_credential_and_no_script_holds_what_somebody_else_wrote() {
        assertThat(jobs.valueStream().flatMap(job -> job.get("steps").valueStream()))
                .allSatisfy(step -> {
                    assertThat(step.path("run").asString("")).doesNotContain("${{");
                    assertThat(step.path("uses").asString("").startsWith("actions/checkout@"))
                            .isEqualTo(step.at("/with/persist-credentials")
                                    .asString("")
                                    .equals("false"));
                });
    }

    @Test
    void the_changelog_has_notes_for_the_next_release() {
        String changelog = Documents.text(Path.of("CHANGELOG.md"));
        String newest = first("(?m)^## \\[(.+?)]", changelog);
        String version = first("(?m)^ {2}<version>(.+)</version>$", Documents.text(Path.of("src/build/pom.xml")));

        assertThat(newest).isIn("Unreleased", version);
        assertThat(notes(newest)).contains("### ").doesNotContain("## [").containsPattern("(?m)^- .+");
    }

    @Test
    void notes_are_the_section_of_one_version(@TempDir Path folder) throws Exception {
        Path changelog = folder.resolve("CHANGELOG.md");
        Files.writeString(changelog, """
                # Changelog

                ## [Unreleased]

                ## [1.10.0] - 2026-12-01

                ### Added

                - This.

                ## [1.1.0] - 2026-11-01

                - That.
                """);
        String file = changelog.toString();

        assertThat(notes("1.10.0", file).strip()).isEqualTo("### Added\n\n- This.");
        assertThat(notes("1.1.0", file).strip()).isEqualTo("- That.");
        assertThatThrownBy(() -> notes("Unreleased", file)).hasMessageContaining("Unreleased is not in");
        assertThatThrownBy(() -> notes("1.1", file)).hasMessageContaining("1.1 is not in");
    }

    private static String notes(String... arguments) {
        return Program.run(
                "bash",
                Stream.concat(Stream.of(".ci/release-notes"), Stream.of(arguments))
                        .toArray(String[]::new));
    }

    private static String first(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .findFirst()
                .orElseThrow();
    }
}
