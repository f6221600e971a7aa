package io.docsagent.worker.contract;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where a command is, from its admission until it is forgotten; the names are part of the contract. */
public enum CommandState {
    @JsonProperty("queued")
    QUEUED,
    /** Its call is in flight. */
    @JsonProperty("sent")
    SENT,
    /** It became a job, or a job took it. */
    @JsonProperty("accepted")
    ACCEPTED,
    @JsonProperty("rejected")
    REJECTED,
    @JsonProperty("expired")
    EXPIRED,
    /** The service may have taken it. */
    @JsonProperty("unknown")
    UNKNOWN,
    /** A later command replaced it before it was sent. */
    @JsonProperty("superseded")
    SUPERSEDED,
    /** Taken back before it was sent. */
    @JsonProperty("cancelled")
    CANCELLED
}
