package io.docsagent.worker.ingress;

import io.docsagent.worker.message.Input;

/** The result of reading a publisher's record. */
public sealed interface Reading {

    /** The record is a command. */
    record Accepted(Input.CommandArrived arrived) implements Reading {}

    /**
     * The record is no command.
     *
     * @param reason where and what, such as {@code /prompt: is missing}; never quotes the record, not even names of
     *     fields that its publisher chose
     */
    record Refused(Refusal refusal, String reason) implements Reading {}
}
