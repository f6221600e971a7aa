package io.docsagent.worker.gateway.http;

import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.Answer.Unknown.Reason;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.proxy.ProxyConnectException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import reactor.netty.channel.AbortedException;
import reactor.netty.internal.shaded.reactor.pool.PoolAcquirePendingLimitException;
import reactor.netty.internal.shaded.reactor.pool.PoolAcquireTimeoutException;
import reactor.netty.internal.shaded.reactor.pool.PoolShutdownException;

/** Describes why there was no reply; the libraries' own messages could quote a header. */
final class CallFailures {

    private static final Pattern REFUSED_CERTIFICATE = Pattern.compile(
            "Received fatal alert: (bad_certificate|unsupported_certificate|certificate_\\w+|unknown_ca|access_denied)");

    private CallFailures() {}

    static String describe(Throwable failure) {
        return switch (unwrapped(failure)) {
            case SendState.CallNotSentException e -> String.valueOf(e.getMessage());
            case PoolAcquireTimeoutException e -> "No connection became available in time";
            case TimeoutException e -> "The call did not complete within docs-agent.api.response-timeout";
            case UnknownHostException e ->
                "The host of docs-agent.api.base-url, or of docs-agent.api.proxy, is unknown";
            case ProxyConnectException e -> "The proxy (docs-agent.api.proxy) did not connect to the service";
            case ConnectException e -> "Could not connect to the service (" + nameOf(e) + ")";
            case SSLException e -> describeTls(e);
            case TooLongHttpHeaderException e -> "The response headers exceed docs-agent.api.max-response-header-size";
            case IOException e -> "The connection to the service was lost (" + nameOf(e) + ")";
            case AbortedException e -> "The connection to the service was lost (" + nameOf(e) + ")";
            case PoolAcquirePendingLimitException e -> "Too many calls wait for a connection";
            case PoolShutdownException e -> "The pool of connections was closed";
            default -> "The call failed (" + nameOf(failure) + ")";
        };
    }

    /** The outcome of a call of which no byte was sent. */
    static Answer notSent(Throwable failure) {
        String why = describe(failure);
        return switch (failure) {
            case PoolAcquireTimeoutException e -> new Answer.NoSlot(why);
            case PoolAcquirePendingLimitException e -> new Answer.NoSlot(why);
            case PoolShutdownException e -> new Answer.NoSlot(why);
            default -> new Answer.NotSent(why);
        };
    }

    /** The outcome of a call that was sent and has no reply. */
    static Answer.Unknown unknown(Throwable failure) {
        Reason reason = switch (unwrapped(failure)) {
            case TimeoutException e -> Reason.TIMEOUT;
            case IOException e -> Reason.CONNECTION_LOST;
            case AbortedException e -> Reason.CONNECTION_LOST;
            default -> Reason.UNREADABLE;
        };
        return new Answer.Unknown(reason, null, describe(failure));
    }

    /**
     * Since TLS 1.3 a client learns only after its first request that its certificate was refused. No server hands a
     * request on before it has accepted the certificate.
     */
    static boolean isRefusedCertificate(Throwable failure) {
        return unwrapped(failure) instanceof SSLException refused
                && REFUSED_CERTIFICATE
                        .matcher(String.valueOf(refused.getMessage()))
                        .find();
    }

    /** While there is no tunnel, the proxy handler holds the request back, although it counts as sent. */
    static boolean isRefusedTunnel(Throwable failure) {
        return failure instanceof ProxyConnectException;
    }

    /** Netty reports TLS failures as decoder exceptions. */
    private static Throwable unwrapped(Throwable failure) {
        return failure instanceof DecoderException && failure.getCause() instanceof SSLException tls ? tls : failure;
    }

    private static String describeTls(SSLException failure) {
        return isRefusedCertificate(failure)
                ? "The service refused the client's certificate: check docs-agent.api.ssl-bundle"
                : "No TLS connection to the service (" + nameOf(failure) + ")";
    }

    private static String nameOf(Throwable failure) {
        return failure.getClass().getSimpleName();
    }
}
