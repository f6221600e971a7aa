package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.Input;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What an operator says was taken as a job counts as taken only once the service has shown that there is such a job. */
public final class TakenOnlyIfProved implements Guarantee {

    private final Set<String> shown = new HashSet<>();
    private final Map<String, String> jobOfCall = new HashMap<>();
    private final Map<String, Operation> asked = new HashMap<>();

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        if (input instanceof Input.JobObserved observed && observed.job() != null) {
            shown.add(observed.jobId());
        }
        if (input instanceof Input.CallAnswered answered && answered.answer() instanceof Answer.Accepted accepted) {
            String jobId = jobOfCall.get(answered.callId());
            if (jobId != null) {
                shown.add(jobId);
            }
            if (accepted.job() != null) {
                shown.add(accepted.job().id());
            }
        }
        if (input instanceof Input.OperationRequested requested) {
            asked.putIfAbsent(requested.operation().operationId(), requested.operation());
        }
        step.calls().forEach(call -> {
            if (call.jobId() != null) {
                jobOfCall.put(call.callId(), call.jobId());
            }
        });
        for (Operation operation : asked.values()) {
            if (operation.action() instanceof Operation.ResolveTaken taken && step.did(operation)) {
                assertThat(shown).as("jobs that the service has shown").contains(taken.jobId());
            }
        }
    }
}
