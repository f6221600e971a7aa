package io.docsagent.worker.poller;

import io.docsagent.worker.wire.Input;
import org.jspecify.annotations.Nullable;

/**
 * What the result of a GET means.
 *
 * @param observation to be reported to the engine; null where there is nothing to report
 * @param nextAt time of the next GET in epoch milliseconds; {@link Timeline#NEVER} where there is none
 */
record Finding(PollObserver.Result result, Input.@Nullable JobObserved observation, long nextAt) {

    static Finding nothing(PollObserver.Result result, long nextAt) {
        return new Finding(result, null, nextAt);
    }
}
