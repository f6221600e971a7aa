package io.docsagent.worker.ops.projects;

import io.docsagent.worker.domain.state.HoldOfAll;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The projects of one instance, or of all.
 *
 * @param heldByOperator the hold that all projects are under; null where there is none
 * @param total projects of the instances that answered, shown or not
 * @param unreachable the addresses of the instances that did not
 * @param unknown null where it was not asked for
 */
public record ProjectListing(
        String note,
        Instant time,
        @Nullable HoldOfAll heldByOperator,
        int total,
        boolean truncated,
        List<ProjectSummary> projects,
        List<String> unreachable,
        @Nullable UnknownOutcomes unknown) {

    private static final Comparator<ProjectSummary> LONGEST_FIRST = Comparator.comparingInt(
                    (ProjectSummary project) -> -project.queue().length())
            .thenComparing(ProjectSummary::projectId);

    /**
     * Commands of unknown outcome of all projects, those that are not shown included.
     *
     * @param total of them, shown or not
     */
    public record UnknownOutcomes(int total, List<UnknownOutcome> latest) {

        static UnknownOutcomes of(Stream<UnknownOutcome> outcomes) {
            List<UnknownOutcome> all = outcomes.toList();
            return new UnknownOutcomes(all.size(), latest(all.stream()));
        }

        private static List<UnknownOutcome> latest(Stream<UnknownOutcome> outcomes) {
            return outcomes.sorted(UnknownOutcome.LATEST_FIRST)
                    .limit(ProjectsEndpoint.MOST)
                    .toList();
        }

        private UnknownOutcomes and(@Nullable UnknownOutcomes theirs) {
            return theirs == null
                    ? this
                    : new UnknownOutcomes(
                            total + theirs.total, latest(Stream.concat(latest.stream(), theirs.latest.stream())));
        }
    }

    /** Of this instance alone, where all were asked for. */
    ProjectListing alone() {
        return new ProjectListing(
                "The projects of this instance only: the others are not known while partitions move, or because"
                        + " spring.kafka.streams.properties.application.server is not set.",
                time,
                heldByOperator,
                total,
                truncated,
                projects,
                List.of(),
                unknown);
    }

    /** With those that the other instances answered. */
    ProjectListing and(List<OtherInstances.Answer> answers) {
        List<ProjectSummary> all = new ArrayList<>(projects);
        List<String> silent = new ArrayList<>();
        HoldOfAll held = heldByOperator;
        UnknownOutcomes outcomes = unknown;
        int sum = total;
        for (OtherInstances.Answer answer : answers) {
            ProjectListing theirs = answer.as(ProjectListing.class);
            if (theirs == null) {
                silent.add(OtherInstances.address(answer.owner()));
            } else {
                all.addAll(theirs.projects);
                held = held == null ? theirs.heldByOperator : held;
                outcomes = outcomes == null ? null : outcomes.and(theirs.unknown);
                sum += theirs.total;
            }
        }
        return new ProjectListing(
                "The projects of all instances but those that are unreachable, longest queue first, "
                        + ProjectsEndpoint.MOST
                        + " at most; while partitions move, some may be missing or appear twice. Times are estimates.",
                time,
                held,
                sum,
                sum > ProjectsEndpoint.MOST,
                all.stream().sorted(LONGEST_FIRST).limit(ProjectsEndpoint.MOST).toList(),
                silent,
                outcomes);
    }
}
