package io.docsagent.worker.ingress.document;

import io.docsagent.worker.wire.Input;
import org.jspecify.annotations.Nullable;

/** The result of reading a record that others wrote. */
public sealed interface Reading {

    /** The record is a command. */
    record Accepted(Input.CommandArrived arrived) implements Reading {}

    /** The record is an operation. */
    record Requested(Input.OperationRequested requested) implements Reading {}

    /** The record is a report of a pull request. */
    record Reported(Input.PullRequestSeen seen) implements Reading {}

    /**
     * The record is not what its topic is for.
     *
     * @param reason where and what, such as {@code /prompt: is missing}; never quotes the record, not even names of
     *     fields that its publisher chose
     * @param answer to whoever published it; null where it is not known who waits for which answer
     */
    record Refused(Refusal refusal, String reason, Input.@Nullable Refused answer) implements Reading {

        public Refused(Refusal refusal, String reason) {
            this(refusal, reason, null);
        }

        /** The same, answered. */
        public Refused answeredBy(Input.@Nullable Refused other) {
            return new Refused(refusal, reason, other);
        }
    }
}
