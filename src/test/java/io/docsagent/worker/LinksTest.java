package io.docsagent.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents lead to each other: links and anchors resolve, and the front door stays short. */
class LinksTest {

    private static final Path FRONT_DOOR = Path.of("README.md");
    private static final int LONGEST_FRONT_DOOR = 220;

    private static final Path ARCHITECTURE = Path.of("src/docs/architecture.md");
    private static final int LONGEST_WALK = 12;

    /** What is built, what git keeps, and the site that the sandbox's repositories begin with. */
    private static final Set<String> NOT_OURS = Set.of("target", ".git", "src/main/resources");

    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)|(?:src|href)=\"([^\"]+)\"");
    private static final Pattern WALK = Pattern.compile("(?ms)^## The path of a create$.*?(?=^## )");
    private static final Pattern STEP = Pattern.compile("\\]\\(([^)\\s]+\\.java)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+)$");

    @Test
    void every_relative_link_and_anchor_resolves() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path document : documents()) {
            links(document)
                    .filter(link -> !resolves(document, link))
                    .forEach(link -> broken.add(document + " -> " + link));
        }

        assertThat(broken).isEmpty();
    }

    @Test
    void every_document_can_be_reached_from_the_front_door() throws IOException {
        Set<Path> reached = new HashSet<>();
        List<Path> open = new ArrayList<>(List.of(FRONT_DOOR));
        while (!open.isEmpty()) {
            Path document = open.removeLast();
            if (reached.add(document)) {
                links(document)
                        .map(link -> target(document, link))
                        .filter(target -> target.toString().endsWith(".md") && Files.exists(target))
                        .forEach(open::add);
            }
        }

        assertThat(documents())
                .filteredOn(document -> !document.equals(Path.of(".github/PULL_REQUEST_TEMPLATE.md")))
                .isSubsetOf(reached);
    }

    @Test
    void the_front_door_is_short_and_keeps_both_commands() throws IOException {
        assertThat(Files.readAllLines(FRONT_DOOR))
                .hasSizeLessThanOrEqualTo(LONGEST_FRONT_DOOR)
                .contains("./mvnw spring-boot:test-run")
                .anyMatch(line -> line.startsWith("./mvnw verify "));
    }

    @Test
    void the_walk_of_a_create_is_at_most_twelve_files_which_exist() {
        Matcher walk = WALK.matcher(text(ARCHITECTURE));

        assertThat(walk.find()).isTrue();
        assertThat(walk.group()).contains("`docs-agent.requests`", "`job.completed`", "`prLink`");
        assertThat(STEP.matcher(walk.group()).results().map(step -> target(ARCHITECTURE, step.group(1))))
                .hasSizeBetween(1, LONGEST_WALK)
                .doesNotHaveDuplicates()
                .allSatisfy(file -> assertThat(file).isRegularFile());
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> files = Files.find(
                Path.of(""), 20, (path, attributes) -> path.toString().endsWith(".md"))) {
            return files.filter(path -> NOT_OURS.stream().noneMatch(path::startsWith))
                    .sorted()
                    .toList();
        }
    }

    private static Stream<String> links(Path document) {
        String prose =
                CODE.matcher(FENCED.matcher(text(document)).replaceAll("")).replaceAll("");
        return LINK.matcher(prose)
                .results()
                .map(link -> link.group(1) != null ? link.group(1) : link.group(2))
                .filter(link -> !link.matches("[a-z]+:.*"));
    }

    private static boolean resolves(Path document, String link) {
        Path target = target(document, link);
        int hash = link.indexOf('#');
        return Files.exists(target) && (hash < 0 || anchors(target).contains(link.substring(hash + 1)));
    }

    private static Path target(Path document, String link) {
        String path = link.replaceFirst("#.*$", "");
        return path.isEmpty() ? document : document.resolveSibling(path).normalize();
    }

    /** As GitHub makes them: a repeated heading gets a number. */
    private static Set<String> anchors(Path document) {
        Map<String, Integer> seen = new HashMap<>();
        Set<String> anchors = new HashSet<>();
        HEADING.matcher(FENCED.matcher(text(document)).replaceAll(""))
                .results()
                .map(LinksTest::slug)
                .forEach(slug -> {
                    int before = seen.merge(slug, 1, Integer::sum) - 1;
                    anchors.add(before == 0 ? slug : slug + "-" + before);
                });
        return anchors;
    }

    private static String slug(MatchResult heading) {
        return heading.group(1)
                .strip()
                .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private static String text(Path document) {
        try {
            return Files.readString(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
