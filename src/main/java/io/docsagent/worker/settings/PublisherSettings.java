package io.docsagent.worker.settings;

import io.docsagent.worker.contract.Command.Priority;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What one publisher may do, {@code docs-agent.publishers.<name>.*}.
 *
 * @param topic of its commands; null for the default publisher, whose topic is {@code docs-agent.topics.requests}
 * @param weight of its commands among those of the same priority and project
 * @param maxUses of each project and period; null for the whole quota
 * @param maxActiveJobs of each project, by the publisher of the latest command of each; null for no limit of its own
 * @param maxOpenPullRequests likewise
 * @param maxPriority of its commands; a higher one is lowered
 * @param projects that are open to it: ids, or id prefixes that end in {@code *}
 */
public record PublisherSettings(
        @Nullable String topic,
        @DefaultValue("1") @Min(1) @Max(1_000) int weight,
        @Nullable @Min(1) @Max(100_000) Integer maxUses,
        @Nullable @Min(1) Integer maxActiveJobs,
        @Nullable @Min(1) Integer maxOpenPullRequests,
        @DefaultValue("high") Priority maxPriority,
        @DefaultValue(ALL) List<String> projects) {

    private static final String ALL = "*";
    private static final Pattern PROJECT = Pattern.compile("[A-Za-z0-9._~-]{1,128}|[A-Za-z0-9._~-]{0,127}\\*");

    /** Of a publisher without settings of its own. */
    public static final PublisherSettings USUAL =
            new PublisherSettings(null, 1, null, null, null, Priority.HIGH, List.of(ALL));

    public PublisherSettings {
        projects = List.copyOf(projects);
    }

    @AssertTrue(message = "projects must be project ids, or prefixes that end in \"*\"; \"*\" alone means all")
    boolean isProjectsOfUse() {
        return !projects.isEmpty()
                && projects.stream()
                        .allMatch(project -> PROJECT.matcher(project).matches());
    }

    /** Whether the publisher may send commands for the project. */
    public boolean isOpen(String projectId) {
        return projects.stream()
                .anyMatch(project -> project.endsWith(ALL)
                        ? projectId.regionMatches(0, project, 0, project.length() - ALL.length())
                        : projectId.equals(project));
    }
}
