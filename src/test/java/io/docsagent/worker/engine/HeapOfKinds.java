package io.docsagent.worker.engine;

import static io.docsagent.worker.testkit.Asked.cancel;
import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static io.docsagent.worker.testkit.Asked.message;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.PullRequestState;
import io.docsagent.worker.domain.state.Load;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.wire.Answer;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/** Prints what commands, marks and jobs of each kind take of the heap, and what the worker counts for them. */
public final class HeapOfKinds {

    /** Before a kind, the bytes of heap that one of it takes, and those that are counted, with a tab between each. */
    static final String LINE = "heap of";

    private static final int COUNT = 400;
    private static final String PULL_REQUEST = "https://git.example/team/repository/pull/";
    private static final Duration LATER = Duration.ofDays(1);
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

    private final List<Kind> kinds = new ArrayList<>();

    private record Kind(String name, Consumer<HeldProject> before, ObjIntConsumer<HeldProject> each) {}

    private HeapOfKinds() {}

    public static void main(String[] arguments) throws JMException {
        HeapOfKinds all = new HeapOfKinds();
        all.waiting();
        all.marks();
        all.jobs();
        for (Kind kind : all.kinds) {
            measure(kind);
        }
    }

    private void waiting() {
        waits("a create", asked -> asked);
        waits("a create with 400 characters", asked -> asked.prompt("p".repeat(400)));
        waits("a create with 4,000 characters", asked -> asked.prompt("p".repeat(4_000)));
        waits("a create in Cyrillic", asked -> asked.prompt("\u0436".repeat(1_000)));
        waits("a create in Chinese", asked -> asked.prompt("\u5b57".repeat(1_000)));
        waits("a create with emoji", asked -> asked.prompt("\ud83d\ude00".repeat(500)));
        waits("a create of lines and quotes", asked -> asked.prompt("a line\n\t\"q\"".repeat(100)));
        waits("a create of control characters", asked -> asked.prompt("\u0001".repeat(1_000)));
        waits("a create of high priority", Asked::high);
        waits("a create that expires", asked -> asked.expiresAt(HeldProject.START.plus(LATER)));
        waits("a create for later", asked -> asked.notBefore(HeldProject.START.plus(LATER)));
        waits(
                "a create with a key",
                asked -> asked.replacing("key of " + asked.command().commandId()));
        waits(
                "a create with a long key",
                asked -> asked.replacing(longId(String.valueOf(asked.command().commandId()))));
        waits(
                "a create that waits for quiet",
                asked ->
                        asked.replacing("key of " + asked.command().commandId()).quiet(LATER, null));
        waits(
                "a create that continues",
                asked -> asked.continuing(longId(String.valueOf(asked.command().commandId()))));
        waits("creates that wait for one key", asked -> asked.continuing("docs"));
        waits("a create with metadata", asked -> asked.metadata(metadata(4, 20)));
        waits("a create with much metadata", asked -> asked.metadata(metadata(16, 1_000)));
        waits("a create of a publisher", asked -> asked.by("a-publisher"));
        kind("a create with a long id", HeapOfKinds::hold, (project, i) -> project.arrives(create(longId("c" + i))));
        kind(
                "a create without an id",
                HeapOfKinds::hold,
                (project, i) -> project.arrives(create("c" + i).withoutId()));
        kind("a create as a CloudEvent", HeapOfKinds::hold, (project, i) -> project.arrives(cloudEvent("c" + i)));
        kind(
                "a create in flight as a CloudEvent",
                HeapOfKinds::nothing,
                (project, i) -> project.arrives(cloudEvent("c" + i)));
        kind("a message", HeapOfKinds::hold, (project, i) -> project.arrives(message("m" + i, "j" + i)));
        kind(
                "a message with long ids",
                HeapOfKinds::hold,
                (project, i) -> project.arrives(message(longId("m" + i), longId("j" + i))));
        kind("a message for one job", HeapOfKinds::hold, (project, i) -> project.arrives(message("m" + i, "j")));
        kind(
                "a message for a create",
                HeapOfKinds::holdWithCreate,
                (project, i) -> project.arrives(follow("m" + i, "c")));
        kind(
                "a message for an unseen create",
                HeapOfKinds::hold,
                (project, i) -> project.arrives(follow("m" + i, "c" + i)));
        kind(
                "messages for one unseen create",
                HeapOfKinds::hold,
                (project, i) -> project.arrives(follow("m" + i, "c")));
        kind(
                "a message with a key",
                HeapOfKinds::hold,
                (project, i) -> project.arrives(message("m" + i, "j" + i).appendedTo(longId("k" + i))));
        kind("an unseen cancel", HeapOfKinds::hold, (project, i) -> project.arrives(cancel("c" + i)));
        kind(
                "an unseen cancel with a long reason",
                HeapOfKinds::hold,
                (project, i) -> project.arrives(cancel("c" + i).because("r".repeat(512))));
        kind(
                "an unseen cancel with a long reason in Chinese",
                HeapOfKinds::hold,
                (project, i) -> project.arrives(cancel(longId("c" + i)).because("\u5b57".repeat(512))));
        kind("a create that was promoted", HeapOfKinds::hold, (project, i) -> {
            project.arrives(create("c" + i));
            project.asks("o" + i, new Operation.Promote("c" + i));
        });
        kind("a create that replaced two others", HeapOfKinds::hold, (project, i) -> {
            project.arrives(create("a" + i).replacing("k" + i));
            project.arrives(create("b" + i).replacing("k" + i));
            project.arrives(create("c" + i).replacing("k" + i));
        });
        kind("a create in flight", HeapOfKinds::nothing, (project, i) -> project.arrives(create("c" + i)));
        kind(
                "a create in flight with 4,000 characters",
                HeapOfKinds::nothing,
                (project, i) -> project.arrives(create("c" + i).prompt("p".repeat(4_000))));
        kind(
                "a create in flight in Cyrillic",
                HeapOfKinds::nothing,
                (project, i) -> project.arrives(create("c" + i).prompt("\u0436".repeat(1_000))));
    }

    private void marks() {
        kind("a rejected create", HeapOfKinds::nothing, (project, i) -> {
            project.arrives(create("c" + i));
            project.answers(Said.rejected());
        });
        kind("a rejected create with a long reason", HeapOfKinds::nothing, (project, i) -> {
            project.arrives(create(longId("c" + i)));
            project.answers(new Answer.Rejected(400, "r".repeat(4_000)));
        });
        kind("a rejected create as a CloudEvent", HeapOfKinds::nothing, (project, i) -> {
            project.arrives(cloudEvent("c" + i));
            project.answers(Said.rejected());
        });
        kind("a rejected create without an id", HeapOfKinds::nothing, (project, i) -> {
            project.arrives(create("c" + i).withoutId());
            project.answers(Said.rejected());
        });
        kind(
                "an expired create",
                HeapOfKinds::nothing,
                (project, i) -> project.arrives(create("c" + i).expiresAt(HeldProject.START)));
        kind("a cancelled create", HeapOfKinds::hold, (project, i) -> {
            project.arrives(create("c" + i));
            project.arrives(cancel("c" + i).because("r".repeat(200)));
        });
        kind(
                "a superseded create",
                HeapOfKinds::hold,
                (project, i) -> project.arrives(create("c" + i).replacing("k")));
        kind("a create of unknown outcome", HeapOfKinds::nothing, (project, i) -> {
            project.arrives(create("c" + i).prompt("p".repeat(400)));
            project.answers(Said.unknown());
        });
        kind("a create of unknown outcome without an id", HeapOfKinds::nothing, (project, i) -> {
            project.arrives(create("c" + i).withoutId().metadata(metadata(4, 20)));
            project.answers(Said.unknown());
        });
        kind("a create of unknown outcome with a key", HeapOfKinds::nothing, (project, i) -> {
            project.arrives(create("c" + i).continuing(longId("k" + i)));
            project.answers(Said.unknown());
        });
        kind("a message of unknown outcome", HeapOfKinds::nothing, (project, i) -> {
            project.arrives(message("m" + i, longId("j" + i)));
            project.answers(Said.unknown());
        });
        kind("one resolved as not taken", HeapOfKinds::nothing, (project, i) -> {
            project.arrives(create("c" + i));
            project.answers(Said.unknown());
            project.asks("o" + i, new Operation.ResolveNotTaken("c" + i, false));
        });
        kind("an operation", HeapOfKinds::nothing, (project, i) -> project.asks("o" + i, new Operation.Resume()));
    }

    private void jobs() {
        kind("an active job and its create", HeapOfKinds::nothing, (project, i) -> accepted(project, "c" + i, "j" + i));
        kind("an active job with a key and its create", HeapOfKinds::nothing, (project, i) -> {
            project.arrives(create("c" + i).continuing(longId("k" + i)));
            project.answers(Said.accepted("j" + i));
        });
        kind("an ended job and its create", HeapOfKinds::nothing, (project, i) -> {
            accepted(project, "c" + i, "j" + i);
            project.sees(Said.job("j" + i, "failed"));
        });
        kind("a job with a pull request and its create", HeapOfKinds::nothing, (project, i) -> {
            accepted(project, "c" + i, "j" + i);
            project.sees(Said.job("j" + i, "completed", PULL_REQUEST + i));
        });
        kind(
                "the pull request of an active job",
                HeapOfKinds::acceptedAll,
                (project, i) -> project.sees(Said.job("j" + i, "active", PULL_REQUEST + i)));
        kind(
                "a report of a pull request",
                HeapOfKinds::endedAll,
                (project, i) -> project.hears(PULL_REQUEST + i, PullRequestState.MERGED));
        kind("a job of a CloudEvent", HeapOfKinds::nothing, (project, i) -> {
            project.arrives(cloudEvent("c" + i));
            project.answers(Said.accepted("j" + i));
        });
        kind("a full job and its create", HeapOfKinds::nothing, (project, i) -> {
            project.arrives(create(longId("c" + i)).metadata(metadata(16, 100)));
            project.answers(Said.accepted("j" + i));
            project.sees(new JobSnapshot(
                    "j" + i,
                    "completed",
                    PULL_REQUEST + i,
                    new JobSnapshot.Source("https://git.example/team/repository", "refs/heads/main"),
                    "a-model",
                    "2026-11-21T00:00:00Z",
                    null));
        });
        kind("a job that lingers and its create", HeapOfKinds::nothing, (project, i) -> {
            accepted(project, "c" + i, "j" + i);
            project.sees(Said.job("j" + i, "completed"));
        });
        kind("a message to a job", project -> accepted(project, "c", "j"), (project, i) -> {
            project.arrives(message("m" + i, "j"));
            project.answers(Said.accepted("j"));
        });
        kind("a job of ten messages", HeapOfKinds::nothing, (project, i) -> {
            for (int each = 0; each < 10; each++) {
                project.arrives(message("m" + i + "-" + each, "j" + i));
                project.answers(Said.accepted("j" + i));
            }
        });
        kind("a proposed job and its create", HeapOfKinds::nothing, (project, i) -> {
            project.arrives(create("c" + i));
            project.answers(Said.unknown());
            project.asks("o" + i, new Operation.ResolveTaken("c" + i, "j" + i));
        });
    }

    private static void acceptedAll(HeldProject project) {
        for (int i = 0; i < COUNT + COUNT / 10; i++) {
            accepted(project, "c" + i, "j" + i);
        }
    }

    private static void endedAll(HeldProject project) {
        acceptedAll(project);
        for (int i = 0; i < COUNT + COUNT / 10; i++) {
            project.sees(Said.job("j" + i, "failed", PULL_REQUEST + i));
        }
    }

    private static void accepted(HeldProject project, String commandId, String jobId) {
        project.arrives(create(commandId));
        project.answers(Said.accepted(jobId));
    }

    private void waits(String name, UnaryOperator<Asked> asked) {
        kind(name, HeapOfKinds::hold, (project, i) -> project.arrives(asked.apply(create("c" + i))));
    }

    private void kind(String name, Consumer<HeldProject> before, ObjIntConsumer<HeldProject> each) {
        kinds.add(new Kind(name, before, each));
    }

    private static void nothing(HeldProject project) {}

    private static void hold(HeldProject project) {
        project.asks("hold", new Operation.Hold(null));
    }

    private static void holdWithCreate(HeldProject project) {
        hold(project);
        project.arrives(create("c"));
    }

    private static String longId(String id) {
        return id + "-".repeat(128 - id.length());
    }

    private static Map<String, String> metadata(int entries, int length) {
        Map<String, String> metadata = new HashMap<>();
        for (int i = 0; i < entries; i++) {
            metadata.put("name-" + i, "v".repeat(length));
        }
        return metadata;
    }

    private static Asked cloudEvent(String id) {
        return create(id).cloudEvent(new Command.Request("https://ci.example.com/".repeat(10), id));
    }

    private static void measure(Kind kind) throws JMException {
        HeldProject project = new HeldProject(Limits.standard()
                .capacity(4 * COUNT)
                .inFlight(4 * COUNT)
                .queue(4 * COUNT)
                .queueBytes(1L << 30, 1L << 30));
        kind.before().accept(project);
        for (int i = 0; i < COUNT / 10; i++) {
            kind.each().accept(project, COUNT + i);
        }
        Load loadBefore = project.load();
        long before = liveBytes();
        for (int i = 0; i < COUNT; i++) {
            kind.each().accept(project, i);
        }
        project.passes(Duration.ofSeconds(30));
        long heap = liveBytes() - before;
        Load counted = project.load().minus(loadBefore);
        System.out.println(String.join(
                "\t",
                LINE,
                kind.name(),
                Long.toString(heap / COUNT),
                Long.toString((counted.queuedBytes() + counted.stateBytes()) / COUNT)));
    }

    private static long liveBytes() throws JMException {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        Matcher total = TOTAL.matcher(histogram);
        if (!total.find()) {
            throw new IllegalStateException(histogram);
        }
        return Long.parseLong(total.group(1));
    }
}
