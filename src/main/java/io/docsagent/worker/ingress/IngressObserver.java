package io.docsagent.worker.ingress;

import io.docsagent.worker.message.Command;

/** Receives what ingress does with records; called on the stream threads, so it must be quick. */
public interface IngressObserver {

    void accepted(Command.Type type);

    void refused(Refusal refusal);

    /** Ignores everything. */
    IngressObserver NONE = new IngressObserver() {
        @Override
        public void accepted(Command.Type type) {}

        @Override
        public void refused(Refusal refusal) {}
    };
}
