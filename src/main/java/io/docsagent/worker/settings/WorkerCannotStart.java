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
        String description = cause instanceof WorkerCannotStartException.KafkaIsAway
                ? "The worker cannot start without Kafka."
                : "The worker cannot start with this configuration.";
        return new FailureAnalysis(description, String.valueOf(cause.getMessage()), rootFailure);
    }
}
