package io.docsagent.worker.deploy;

import static io.docsagent.worker.deploy.Documents.strings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Holds the release workflow to its rules; it has not been run on GitHub. */
class ReleaseTest {

    private static final Path WORKFLOWS = Path.of(".github/workflows");
    private static final Path RELEASE = WORKFLOWS.resolve("release.yml");

    private final JsonNode release = Documents.one(RELEASE);

    @Test
    void it_runs_for_a_tag_of_a_version_and_is_not_cancelled() {
        // YAML 1.1 reads the key "on" as true.
        assertThat(release.get("true").propertyNames()).containsExactly("push");
        assertThat(strings(release.at("/true/push/tags"))).containsExactly("v*");
        assertThat(release.at("/true/push").propertyNames()).containsExactly("tags");
        assertThat(release.at("/concurrency/cancel-in-progress").asBoolean(true))
                .isFalse();
    }

    @Test
    void whatever_publishes_comes_after_all_checks() {
        assertThat(runs("check")).contains(".ci/run --without-npm", ".ci/vulnerabilities --strict");
        assertThat(runs("linters")).containsExactly(".ci/run --only-npm");
        assertThat(jobs().filter(job -> writes(job.getValue())))
                .extracting(Map.Entry::getKey)
                .containsExactly("image", "publish", "release")
                .allSatisfy(job -> assertThat(before(job)).contains("check", "linters"));
        assertThat(before("release")).contains("publish");
    }

    @Test
    void it_checks_on_the_machine_and_with_the_programs_of_every_other_commit() {
        JsonNode jobs = Documents.one(WORKFLOWS.resolve("ci.yml")).get("jobs");
        JsonNode ci = jobs.get("run");
        JsonNode check = release.at("/jobs/check");

        assertThat(check.get("runs-on")).isEqualTo(ci.get("runs-on"));
        assertThat(check.get("timeout-minutes")).isEqualTo(ci.get("timeout-minutes"));
        assertThat(check.get("steps").valueStream().toList())
                .containsAll(ci.get("steps").valueStream().toList());
        assertThat(release.at("/jobs/linters/steps")).isEqualTo(jobs.at("/linters/steps"));
    }

    /** Neither by files in the same folder nor by a cache does what npm installed reach what is signed. */
    @Test
    void packages_of_npm_run_in_a_job_of_their_own_as_their_lock_says() throws Exception {
        assertThat(jobs().filter(job -> !job.getKey().equals("linters")).flatMap(job -> steps(job.getKey())))
                .allSatisfy(step -> {
                    assertThat(uses(step)).doesNotContain("setup-node");
                    assertThat(step.path("run").asString("").replace("--without-npm", ""))
                            .doesNotContain("npm");
                });
        assertThat(steps("linters")).noneSatisfy(step -> assertThat(uses(step)).contains("-artifact"));
        assertThat(steps("linters"))
                .allSatisfy(step ->
                        assertThat(step.at("/with/cache").isMissingNode()).isTrue());
        assertThat(Documents.text(Path.of(".ci/run")))
                .contains("npm ci --ignore-scripts")
                .doesNotContain("npm install");
        JsonNode lock = JsonMapper.shared().readTree(Files.readString(Path.of(".ci/npm/package-lock.json")));
        assertThat(lock.get("packages")
                        .propertyStream()
                        .filter(entry -> !entry.getKey().isEmpty()))
                .hasSizeGreaterThan(5)
                .allSatisfy(entry -> {
                    assertThat(entry.getValue().path("integrity").asString("")).startsWith("sha512-");
                    assertThat(entry.getValue().has("resolved")).isFalse();
                });
    }

    @Test
    void what_was_checked_is_what_is_published() {
        assertThat(runs("image")).noneMatch(run -> run.contains("mvnw"));
        assertThat(steps("image")
                        .filter(step -> uses(step).startsWith("actions/download-artifact@"))
                        .map(step -> step.get("with").toString()))
                .containsExactly("{\"name\":\"release\",\"path\":\"target\"}");
    }

    @Test
    void each_architecture_is_built_by_a_machine_of_its_own() {
        assertThat(release.at("/jobs/image/strategy/matrix/include")
                        .valueStream()
                        .map(machine -> machine.get("platform").asString() + " on "
                                + machine.get("runner").asString()))
                .containsExactly("linux/amd64 on ubuntu-24.04", "linux/arm64 on ubuntu-24.04-arm");
        JsonNode build = step("image", "docker/build-push-action").get("with");
        assertThat(build.get("platforms").asString()).isEqualTo("${{ matrix.platform }}");
        assertThat(release.at("/jobs/image/runs-on").asString()).isEqualTo("${{ matrix.runner }}");
        assertThat(Path.of(build.get("file").asString())).isRegularFile();
        assertThat(build.get("outputs").asString()).contains("push-by-digest=true", "push=true");
        assertThat(runs("publish")).anyMatch(run -> run.contains("docker buildx imagetools create"));
    }

    @Test
    void the_image_can_be_traced_to_its_source_and_is_signed() {
        JsonNode build = step("image", "docker/build-push-action").get("with");

        assertThat(build.get("sbom").asBoolean()).isTrue();
        assertThat(build.get("provenance").asString()).isEqualTo("mode=max");
        assertThat(build.get("labels").asString()).isEqualTo("${{ steps.meta.outputs.labels }}");
        JsonNode attested = step("publish", "actions/attest-build-provenance").get("with");
        assertThat(attested.get("subject-digest").asString()).isEqualTo("${{ steps.merge.outputs.digest }}");
        assertThat(attested.get("push-to-registry").asBoolean()).isTrue();
        assertThat(runs("publish"))
                .last()
                .asString()
                .startsWith("cosign sign --yes")
                .contains("$IMAGE@$DIGEST");
        assertThat(step("release", "actions/attest-build-provenance")
                        .at("/with/subject-path")
                        .asString())
                .isEqualTo("release/*.jar");
    }

    /** The action would otherwise replace them by what GitHub says of the repository. */
    @Test
    void the_labels_are_those_of_the_dockerfile() {
        String dockerfile = Documents.text(Path.of("src/main/docker/Dockerfile"));

        assertThat(step("image", "docker/metadata-action")
                        .at("/with/labels")
                        .asString()
                        .lines())
                .hasSize(3)
                .allSatisfy(label -> assertThat(dockerfile).contains(label.replaceFirst("=", "=\"") + "\""));
    }

    @Test
    void each_job_may_do_what_it_needs_and_no_more() {
        assertThat(release.get("permissions")).hasToString("{}");
        assertThat(jobs()).allSatisfy(job -> {
            assertThat(job.getValue().has("permissions")).as(job.getKey()).isTrue();
            assertThat(job.getValue().has("timeout-minutes")).as(job.getKey()).isTrue();
        });
        assertThat(permissions("check")).containsExactly("contents: read");
        assertThat(permissions("linters")).containsExactly("contents: read");
        assertThat(permissions("image")).containsExactly("contents: read", "packages: write");
        assertThat(permissions("publish")).containsExactly("packages: write", "id-token: write", "attestations: write");
        assertThat(permissions("release")).containsExactly("contents: write", "id-token: write", "attestations: write");
    }

    /** A tag can be moved to other code. The comment says what the commit is, and is what Dependabot reads. */
    @ParameterizedTest
    @ValueSource(strings = {"ci.yml", "release.yml"})
    void actions_are_pinned_to_a_commit_whose_version_is_written_beside_it(String workflow) {
        List<String> used = Documents.text(WORKFLOWS.resolve(workflow))
                .lines()
                .filter(line -> line.contains("uses:"))
                .map(String::strip)
                .toList();

        assertThat(used)
                .isNotEmpty()
                .allSatisfy(line ->
                        assertThat(line).matches("(- )?uses: [a-z-]+/[a-z-]+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+"));
    }

    @Test
    void an_action_has_one_version_in_both_workflows() {
        Map<String, Set<String>> versions = Stream.of("ci.yml", "release.yml")
                .flatMap(workflow -> Documents.one(WORKFLOWS.resolve(workflow)).findValuesAsString("uses").stream())
                .collect(Collectors.groupingBy(ReleaseTest::name, Collectors.toSet()));

        assertThat(versions)
                .isNotEmpty()
                .allSatisfy((action, commits) -> assertThat(commits).hasSize(1));
    }

    @Test
    void no_checkout_leaves_a_credential_and_no_script_holds_what_somebody_else_wrote() {
        assertThat(jobs().flatMap(job -> steps(job.getKey()))).allSatisfy(step -> {
            assertThat(step.path("run").asString("")).doesNotContain("${{");
            if (uses(step).startsWith("actions/checkout@")) {
                assertThat(step.at("/with/persist-credentials").asBoolean(true)).isFalse();
            }
        });
    }

    @Test
    void the_changelog_has_notes_for_the_next_release() {
        String changelog = Documents.text(Path.of("CHANGELOG.md"));
        String newest = first("(?m)^## \\[(.+?)]", changelog);
        String version = first("(?m)^ {2}<version>(.+)</version>$", Documents.text(Path.of("pom.xml")));

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

    private Stream<Map.Entry<String, JsonNode>> jobs() {
        return release.get("jobs").propertyStream();
    }

    private Stream<JsonNode> steps(String job) {
        return release.get("jobs").get(job).get("steps").valueStream();
    }

    private List<String> runs(String job) {
        return steps(job)
                .filter(step -> step.has("run"))
                .map(step -> step.get("run").asString())
                .toList();
    }

    private JsonNode step(String job, String action) {
        return steps(job)
                .filter(step -> uses(step).startsWith(action + "@"))
                .findFirst()
                .orElseThrow();
    }

    private static String uses(JsonNode step) {
        return step.path("uses").asString("");
    }

    private static String name(String action) {
        return action.substring(0, action.indexOf('@'));
    }

    private List<String> permissions(String job) {
        return release.get("jobs")
                .get(job)
                .get("permissions")
                .propertyStream()
                .map(permission ->
                        permission.getKey() + ": " + permission.getValue().asString())
                .toList();
    }

    private static boolean writes(JsonNode job) {
        return job.get("permissions")
                .valueStream()
                .anyMatch(permission -> permission.asString().equals("write"));
    }

    /** All jobs that must have succeeded first. */
    private Set<String> before(String job) {
        JsonNode needs = Objects.requireNonNull(release.get("jobs").get(job)).path("needs");
        List<String> direct =
                needs.isArray() ? strings(needs) : needs.isMissingNode() ? List.of() : List.of(needs.asString());
        Set<String> all = new HashSet<>(direct);
        direct.forEach(earlier -> all.addAll(before(earlier)));
        return all;
    }
}
