package io.docsagent.worker.ops;

import io.docsagent.worker.gateway.CallTracing;
import io.docsagent.worker.settings.WorkerCannotStartException;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;

/** Records each call as a client span of its command's trace, and exports it by OTLP over HTTP. */
final class OtlpTracing implements CallTracing, AutoCloseable {

    private static final String SCOPE = "io.docsagent.worker";
    private static final long FLUSH_SECONDS = 5;

    private static final W3CTraceContextPropagator W3C = W3CTraceContextPropagator.getInstance();
    private static final String TRACEPARENT = "traceparent";

    /** The publisher's, of which the tracestate is not kept. */
    private static final TextMapGetter<GatewayRequest.Call> HEADERS = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(GatewayRequest.Call call) {
            return List.of(TRACEPARENT);
        }

        @Override
        public @Nullable String get(GatewayRequest.@Nullable Call call, String name) {
            return call != null && name.equals(TRACEPARENT) ? call.traceparent() : null;
        }
    };

    private static final AttributeKey<String> SERVICE = AttributeKey.stringKey("service.name");
    private static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
    private static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
    private static final AttributeKey<String> TEMPLATE = AttributeKey.stringKey("url.template");
    private static final AttributeKey<String> PROJECT = AttributeKey.stringKey("docs_agent.project");
    private static final AttributeKey<String> CALL = AttributeKey.stringKey("docs_agent.call");
    private static final AttributeKey<String> ANSWER = AttributeKey.stringKey("docs_agent.answer");

    private final SdkTracerProvider provider;
    private final Tracer tracer;

    /**
     * @param endpoint for traces, with its path
     * @param tls whom to trust and what certificate to show; null for the JVM's defaults
     */
    OtlpTracing(URI endpoint, Map<String, String> headers, @Nullable SslBundle tls, String serviceName) {
        OtlpHttpSpanExporterBuilder builder = OtlpHttpSpanExporter.builder().setEndpoint(endpoint.toString());
        headers.forEach(builder::addHeader);
        if (tls != null) {
            builder.setSslContext(tls.createSslContext(), trustOf(tls));
        }
        OtlpHttpSpanExporter exporter = builder.build();
        this.provider = SdkTracerProvider.builder()
                .setResource(Resource.getDefault().merge(Resource.create(Attributes.of(SERVICE, serviceName))))
                // Full, it drops spans: a collector that is away costs traces, never a call.
                .addSpanProcessor(BatchSpanProcessor.builder(exporter).build())
                .build();
        this.tracer = provider.get(SCOPE);
    }

    private static X509TrustManager trustOf(SslBundle tls) {
        for (TrustManager manager : tls.getManagers().getTrustManagers()) {
            if (manager instanceof X509TrustManager trust) {
                return trust;
            }
        }
        throw new WorkerCannotStartException(
                "docs-agent.tracing.ssl-bundle: the bundle has no truststore. Add one, or leave it out.");
    }

    @Override
    public Span begin(GatewayRequest.Call call) {
        String template =
                call.jobId() == null ? "/v2/agent/{projectId}/job" : "/v2/agent/{projectId}/job/{jobId}/message";
        var span = tracer.spanBuilder("POST " + template)
                .setSpanKind(SpanKind.CLIENT)
                .setParent(W3C.extract(Context.root(), call, HEADERS))
                .setAttribute(METHOD, "POST")
                .setAttribute(TEMPLATE, template)
                .setAttribute(PROJECT, call.projectId())
                .setAttribute(CALL, call.callId())
                .startSpan();
        return new OtlpSpan(span);
    }

    @Override
    public void close() {
        provider.shutdown().join(FLUSH_SECONDS, TimeUnit.SECONDS);
    }

    private record OtlpSpan(io.opentelemetry.api.trace.Span span) implements Span {

        @Override
        public @Nullable String traceparent() {
            Map<String, String> headers = new HashMap<>();
            W3C.inject(Context.root().with(span), headers, Map::put);
            return headers.get(TRACEPARENT);
        }

        @Override
        public void end(Answer answer) {
            Integer httpStatus = answer.replyStatus();
            span.setAttribute(ANSWER, answer.getClass().getSimpleName());
            if (httpStatus != null) {
                span.setAttribute(STATUS, (long) httpStatus);
            }
            if (!(answer instanceof Answer.Accepted)) {
                span.setStatus(StatusCode.ERROR);
            }
            span.end();
        }
    }
}
