package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent.Reason;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whether the job is polled. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
@JsonSubTypes({
    @JsonSubTypes.Type(value = JobFollowing.Followed.class, name = "followed"),
    @JsonSubTypes.Type(value = JobFollowing.Lingering.class, name = "lingering"),
    @JsonSubTypes.Type(value = JobFollowing.Ended.class, name = "ended"),
    @JsonSubTypes.Type(value = JobFollowing.Proposed.class, name = "proposed")
})
public sealed interface JobFollowing {

    /**
     * Until it ends.
     *
     * @param checkAt when to see whether it takes too long
     * @param heldBefore the project's holds up to {@code since}, which do not count
     * @param mayReviveUntil until when a message of unknown outcome may make it active again, should it end; null for none
     */
    record Followed(
            Instant since,
            Instant checkAt,
            Duration heldBefore,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Instant mayReviveUntil)
            implements JobFollowing {}

    /**
     * It has ended, but something may still come.
     *
     * @param mayRevive whether a message of unknown outcome may make it active again; else only a pull request is expected
     */
    record Lingering(Instant since, Instant until, boolean mayRevive) implements JobFollowing {}

    /**
     * Not any more.
     *
     * @param reason why, where the job itself has not ended
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Ended(Instant forgetAt, @Nullable Reason reason) implements JobFollowing {}

    /**
     * Nothing is known of it but that an operator says that the service took a command as this job: a GET decides.
     *
     * @param operation which is answered then
     * @param checkAt when the GET has taken too long
     */
    record Proposed(Operation operation, Instant since, Instant checkAt) implements JobFollowing {}
}
