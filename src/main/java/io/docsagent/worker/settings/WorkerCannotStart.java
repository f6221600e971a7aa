package io.docsagent.worker.settings;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Reports why the worker did not start, without a stack trace, before Boot's analyzers report the binding. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class WorkerCannotStart extends AbstractFailureAnalyzer<WorkerCannotStartException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, WorkerCannotStartException cause) {
        String message = String.valueOf(cause.getMessage());
        return cause instanceof WorkerCannotStartException.KafkaIsAway
                ? new FailureAnalysis("The worker cannot start without Kafka.", message, rootFailure)
                : with(message, rootFailure);
    }

    /** With this configuration, in which something has to be corrected. */
    static FailureAnalysis with(String action, Throwable rootFailure) {
        return new FailureAnalysis("The worker cannot start with this configuration.", action, rootFailure);
    }
}
