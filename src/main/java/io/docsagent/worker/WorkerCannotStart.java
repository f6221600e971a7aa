package io.docsagent.worker;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells why the worker did not start, without a stack trace. */
final class WorkerCannotStart extends AbstractFailureAnalyzer<WorkerCannotStartException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, WorkerCannotStartException cause) {
        return new FailureAnalysis("The worker cannot run like this.", String.valueOf(cause.getMessage()), rootFailure);
    }
}
