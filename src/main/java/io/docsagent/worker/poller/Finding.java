package io.docsagent.worker.poller;

import io.docsagent.worker.message.Input;
import org.jspecify.annotations.Nullable;

/**
 * What an answer to a GET means.
 *
 * @param observation to be reported to the engine; null where there is nothing to report
 * @param nextAt when to look again, epoch milliseconds; {@link Timeline#NEVER} where the job needs no more looks
 */
record Finding(PollObserver.Result result, Input.@Nullable JobObserved observation, long nextAt) {

    static Finding nothing(PollObserver.Result result, long nextAt) {
        return new Finding(result, null, nextAt);
    }
}
