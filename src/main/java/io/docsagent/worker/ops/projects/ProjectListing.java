package io.docsagent.worker.ops.projects;

import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.domain.state.Remembered;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The projects of one instance, or of all.
 *
 * @param heldByOperator the hold that all projects are under; null where there is none
 * @param total projects of the instances that answered, shown or not
 * @param allInstances whether the others were asked; null in what an instance of an earlier version answers
 * @param unreachable the addresses of the instances that did not answer
 * @param unknown null where it was not asked for, or could not be read
 * @param unread the addresses of the instances whose unknown outcomes were asked for and are missing
 */
public record ProjectListing(
        String note,
        Instant time,
        @Nullable OperatorHold heldByOperator,
        int total,
        boolean truncated,
        List<ProjectSummary> projects,
        @Nullable Boolean allInstances,
        List<String> unreachable,
        @Nullable UnknownOutcomes unknown,
        List<String> unread) {

    private static final Comparator<ProjectSummary> LONGEST_FIRST = Comparator.comparingInt(
                    (ProjectSummary project) -> -project.queue().length())
            .thenComparing(ProjectSummary::projectId);

    private static final Comparator<ProjectSummary> HELD_FIRST = Comparator.comparing(
                    (ProjectSummary project) -> project.isHeldByItself())
            .reversed()
            .thenComparing(LONGEST_FIRST);

    /**
     * Commands of unknown outcome of all projects, those that are not shown included.
     *
     * @param total of them, shown or not
     */
    public record UnknownOutcomes(int total, List<UnknownOutcome> latest) {

        static UnknownOutcomes of(ProjectsView view, String projectId) {
            return of(visitor -> view.eachRemembered(projectId, remembered -> visitor.accept(projectId, remembered)));
        }

        static UnknownOutcomes ofAll(ProjectsView view) {
            return of(view::eachRememberedOfAll);
        }

        private static UnknownOutcomes of(Consumer<BiConsumer<String, Remembered>> reader) {
            FirstOnes<UnknownOutcome> latest = new FirstOnes<>(UnknownOutcome.LATEST_FIRST, ProjectsEndpoint.MOST);
            reader.accept((projectId, remembered) -> {
                UnknownOutcome unknown = UnknownOutcome.of(projectId, remembered);
                if (unknown != null) {
                    latest.add(unknown);
                }
            });
            return new UnknownOutcomes(latest.added(), latest.inOrder());
        }

        private static List<UnknownOutcome> latest(Stream<UnknownOutcome> outcomes) {
            return outcomes.sorted(UnknownOutcome.LATEST_FIRST)
                    .limit(ProjectsEndpoint.MOST)
                    .toList();
        }

        private static @Nullable UnknownOutcomes sum(@Nullable UnknownOutcomes some, @Nullable UnknownOutcomes others) {
            if (some == null || others == null) {
                return some == null ? others : some;
            }
            return new UnknownOutcomes(
                    some.total + others.total, latest(Stream.concat(some.latest.stream(), others.latest.stream())));
        }
    }

    /** Of this instance alone, where all were asked for. */
    ProjectListing alone() {
        return new ProjectListing(
                "Only this instance's projects: the others are not known while partitions move, or because"
                        + " spring.kafka.streams.properties.application.server is not set.",
                time,
                heldByOperator,
                total,
                truncated,
                projects,
                false,
                List.of(),
                unknown,
                unread);
    }

    /**
     * With those that the other instances answered.
     *
     * @param withUnknown whether they were asked for their unknown outcomes
     */
    ProjectListing and(List<OtherInstances.Answer> answers, boolean withUnknown) {
        List<ProjectSummary> all = new ArrayList<>(projects);
        List<String> silent = new ArrayList<>();
        List<String> without = new ArrayList<>(unread);
        OperatorHold held = heldByOperator;
        UnknownOutcomes outcomes = unknown;
        int sum = total;
        for (OtherInstances.Answer answer : answers) {
            ProjectListing theirs = answer.as(ProjectListing.class);
            if (theirs == null) {
                silent.add(OtherInstances.address(answer.owner()));
            } else {
                all.addAll(theirs.projects);
                held = held == null ? theirs.heldByOperator : held;
                outcomes = withUnknown ? UnknownOutcomes.sum(outcomes, theirs.unknown) : null;
                if (withUnknown && theirs.unknown == null) {
                    without.add(OtherInstances.address(answer.owner()));
                }
                sum += theirs.total;
            }
        }
        return new ProjectListing(
                "The projects of all reachable instances, " + order(withUnknown) + ", "
                        + ProjectsEndpoint.MOST
                        + " at most; while partitions move, some may be missing or appear twice. Times are estimates.",
                time,
                held,
                sum,
                sum > ProjectsEndpoint.MOST,
                all.stream()
                        .sorted(withUnknown ? HELD_FIRST : LONGEST_FIRST)
                        .limit(ProjectsEndpoint.MOST)
                        .toList(),
                true,
                silent,
                outcomes,
                without);
    }

    static String order(boolean withUnknown) {
        return withUnknown ? "held ones first, then longest queue" : "longest queue first";
    }
}
