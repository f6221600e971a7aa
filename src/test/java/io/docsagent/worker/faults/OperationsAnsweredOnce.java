package io.docsagent.worker.faults;

import java.util.ArrayList;
import java.util.List;

/** Each operation is done or refused once, however often it was published. */
record OperationsAnsweredOnce() implements EvidenceCheck {

    @Override
    public List<String> broken(Evidence evidence) {
        List<String> broken = new ArrayList<>();
        evidence.answersByOperation().forEach((operation, answers) -> {
            if (answers.size() > 1) {
                broken.add(operation + " was answered " + answers.size() + " times: " + answers);
            }
            if (!evidence.operations().contains(operation)) {
                broken.add(operation + " was answered and never published");
            }
        });
        return broken;
    }
}
