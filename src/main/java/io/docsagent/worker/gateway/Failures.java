package io.docsagent.worker.gateway;

import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.Answer.Unknown.Reason;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import reactor.netty.channel.AbortedException;
import reactor.netty.internal.shaded.reactor.pool.PoolAcquirePendingLimitException;
import reactor.netty.internal.shaded.reactor.pool.PoolAcquireTimeoutException;

/** Says in our words why there was no reply; the libraries' words could quote a header. */
final class Failures {

    private Failures() {}

    static String describe(Throwable failure) {
        return switch (failure) {
            case CallFate.CallNotSentException e -> String.valueOf(e.getMessage());
            case PoolAcquireTimeoutException e -> "No connection came free in time";
            case TimeoutException e -> "The call did not end within docs-agent.api.response-timeout";
            case UnknownHostException e -> "The host of docs-agent.api.base-url is unknown";
            case ConnectException e -> "The service could not be connected to (" + nameOf(e) + ")";
            case SSLException e -> "No TLS connection to the service (" + nameOf(e) + ")";
            case IOException e -> "The connection to the service broke (" + nameOf(e) + ")";
            case AbortedException e -> "The connection to the service broke (" + nameOf(e) + ")";
            case PoolAcquirePendingLimitException e -> "Too many calls wait for a connection";
            default -> "The call failed (" + nameOf(failure) + ")";
        };
    }

    /** What became of a call that was sent and has no reply. */
    static Answer.Unknown unknown(Throwable failure) {
        Reason reason = switch (failure) {
            case TimeoutException e -> Reason.TIMEOUT;
            case IOException e -> Reason.CONNECTION_LOST;
            case AbortedException e -> Reason.CONNECTION_LOST;
            default -> Reason.UNREADABLE;
        };
        return new Answer.Unknown(reason, null, describe(failure));
    }

    private static String nameOf(Throwable failure) {
        return failure.getClass().getSimpleName();
    }
}
