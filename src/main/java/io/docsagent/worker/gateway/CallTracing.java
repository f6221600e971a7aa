package io.docsagent.worker.gateway;

import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import org.jspecify.annotations.Nullable;

/** Makes each call a span of its command's trace. */
public interface CallTracing {

    /** Records nothing, and passes on the publisher's trace context. */
    CallTracing NONE = call -> new Span() {
        @Override
        public @Nullable String traceparent() {
            return call.traceparent();
        }

        @Override
        public void end(Answer answer) {}
    };

    Span begin(GatewayRequest.Call call);

    /** One call; ended once. */
    interface Span {

        /** The header for the service, as W3C Trace Context defines it; null for none. */
        @Nullable
        String traceparent();

        void end(Answer answer);
    }
}
