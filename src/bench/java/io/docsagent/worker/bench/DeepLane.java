package io.docsagent.worker.bench;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.ContentHash;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input;
import java.util.ArrayList;
import java.util.List;

/** A create that many messages name, and what becomes of them. */
final class DeepLane {

    private static final int FEW = 100;

    private final DecidedProject project = new DecidedProject(Limits.standard().policy());
    private final DecisionCosts costs = new DecisionCosts();
    private final List<GatewayRequest.Call> calls = new ArrayList<>();

    /** What is measured. */
    enum Event {
        ARRIVAL("another message for the create arrives"),
        ACCEPTED("the create is accepted, and the messages go to its job"),
        REJECTED("the create is rejected, and the messages with it"),
        CANCELLED("the create is cancelled, and the messages end with it"),
        SENT("a message to the job is accepted, and the next one is sent");

        private final String words;

        Event(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    private DeepLane() {}

    /** Of all slices. */
    static DecisionCosts costs(Event event, int messages) {
        DeepLane lane = new DeepLane();
        for (int i = 0; i < messages; i++) {
            lane.arrives(Asked.follow("m" + i, "c"));
        }
        switch (event) {
            case ARRIVAL -> {
                lane.project.countsFor(lane.costs);
                // What is refused for lack of room would be measured otherwise.
                lane.arrives(Asked.follow("last", "c"));
            }
            case ACCEPTED -> lane.ends(accepted("j"));
            case REJECTED -> lane.ends(new Answer.Rejected(400, "no such repository"));
            case CANCELLED -> {
                lane.project.countsFor(lane.costs);
                lane.arrives(Asked.cancel("c"));
                lane.arrives(Asked.create("c"));
                lane.calls.addAll(lane.project.settle());
            }
            case SENT -> {
                lane.arrives(Asked.create("c"));
                lane.answered(accepted("j"));
                lane.calls.addAll(lane.project.settle());
                lane.project.countsFor(lane.costs);
                for (int i = 0; i < FEW && !lane.calls.isEmpty(); i++) {
                    lane.answered(accepted("j"));
                }
            }
        }
        return lane.costs;
    }

    private static Answer accepted(String jobId) {
        return new Answer.Accepted(201, new JobSnapshot(jobId, "active", null, null, null, null, null));
    }

    private void ends(Answer answer) {
        arrives(Asked.create("c"));
        project.countsFor(costs);
        answered(answer);
        calls.addAll(project.settle());
    }

    private void arrives(Asked asked) {
        var command = asked.command();
        String id = command.commandId() == null ? command.cancelCommandId() : command.commandId();
        take(new Input.CommandArrived(
                command, Identity.ofCommandId(String.valueOf(id)), ContentHash.of(command), null));
    }

    private void answered(Answer answer) {
        take(new Input.CallAnswered(DecidedProject.ID, calls.removeFirst().callId(), answer));
    }

    private void take(Input input) {
        calls.addAll(project.take(input));
    }
}
