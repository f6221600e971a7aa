package io.docsagent.worker.ingress;

import io.docsagent.worker.wire.Input;

/** The result of reading a publisher's or an operator's record. */
public sealed interface Reading {

    /** The record is a command. */
    record Accepted(Input.CommandArrived arrived) implements Reading {}

    /** The record is an operation. */
    record Requested(Input.OperationRequested requested) implements Reading {}

    /**
     * The record is not what its topic is for.
     *
     * @param reason where and what, such as {@code /prompt: is missing}; never quotes the record, not even names of
     *     fields that its publisher chose
     */
    record Refused(Refusal refusal, String reason) implements Reading {}
}
