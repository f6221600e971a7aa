package io.docsagent.worker.contract;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What became of a pull request; the names are part of the contract. */
public enum PullRequestState {
    @JsonProperty("open")
    OPEN,
    @JsonProperty("merged")
    MERGED,
    @JsonProperty("closed")
    CLOSED
}
