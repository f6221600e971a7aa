package io.docsagent.worker.ingress;

import io.docsagent.worker.contract.Command;

/** Receives what ingress does with records; called on the stream threads, so it must be quick. */
public interface IngressObserver {

    default void accepted(Command.Type type) {}

    /** @param topic that the record was read from */
    default void refused(Refusal refusal, String topic) {}
}
