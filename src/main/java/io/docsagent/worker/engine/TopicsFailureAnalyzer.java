package io.docsagent.worker.engine;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells why the worker did not start, without a stack trace. */
final class TopicsFailureAnalyzer extends AbstractFailureAnalyzer<TopicsDoNotFitException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, TopicsDoNotFitException cause) {
        return new FailureAnalysis(
                "The worker cannot run on these topics.", String.valueOf(cause.getMessage()), rootFailure);
    }
}
