package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Input;
import java.util.HashMap;
import java.util.Map;

/** While the service may have taken a command, each of its calls asks for the same. */
public final class RepeatsAreTheSame implements Guarantee {

    private final Map<String, GatewayRequest.Call> latest = new HashMap<>();

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        for (GatewayRequest.Call call : step.calls()) {
            GatewayRequest.Call before = latest.put(call.admittedCommand(), call);
            QueuedCommand sent = world.project().calls().get(call.callId());
            if (before != null && sent != null && sent.mayHaveBeenTaken()) {
                assertThat(call)
                        .as("repeat of " + before.callId())
                        .returns(before.projectId(), GatewayRequest.Call::projectId)
                        .returns(before.jobId(), GatewayRequest.Call::jobId)
                        .returns(before.prompt(), GatewayRequest.Call::prompt);
            }
        }
    }
}
