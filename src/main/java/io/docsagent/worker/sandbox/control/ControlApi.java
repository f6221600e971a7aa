package io.docsagent.worker.sandbox.control;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.docsagent.worker.sandbox.access.AccessControl;
import io.docsagent.worker.sandbox.access.AccessSettings;
import io.docsagent.worker.sandbox.fault.ActiveFault;
import io.docsagent.worker.sandbox.fault.FaultPlan;
import io.docsagent.worker.sandbox.fault.FaultSetting;
import io.docsagent.worker.sandbox.http.BoundedBody;
import io.docsagent.worker.sandbox.http.HttpAnswer;
import io.docsagent.worker.sandbox.http.Route;
import io.docsagent.worker.sandbox.quota.Ledgers;
import io.docsagent.worker.sandbox.quota.QuotaSettings;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.boot.context.properties.bind.BindException;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Changes faults, keys and limits while the sandbox runs: {@code /_sandbox/faults}, {@code /access}, {@code /quota}.
 */
public final class ControlApi implements Route {

    private static final long MAX_BODY = 64 * 1024;
    private static final HttpAnswer DONE = new HttpAnswer(204, Map.of(), "");
    private static final HttpAnswer NOT_FOUND = HttpAnswer.error(404, "No such control operation");

    private record AddedFault(
            int id, FaultSetting setting, @JsonIgnore ActiveFault active) {}

    private final FaultPlan faults;
    private final AccessControl access;
    private final Ledgers ledgers;
    private final Map<Integer, AddedFault> added = new ConcurrentSkipListMap<>();
    private final AtomicInteger lastId = new AtomicInteger();

    public ControlApi(FaultPlan faults, AccessControl access, Ledgers ledgers) {
        this.faults = faults;
        this.access = access;
        this.ledgers = ledgers;
    }

    @Override
    public boolean isFor(List<String> path) {
        return !path.isEmpty() && path.getFirst().equals("_sandbox");
    }

    @Override
    public Publisher<Void> answer(List<String> path, HttpServerRequest request, HttpServerResponse response) {
        return BoundedBody.read(request, MAX_BODY)
                .map(body -> answer(path, request, body.bytes()))
                .flatMap(answer -> answer.send(response));
    }

    private HttpAnswer answer(List<String> path, HttpServerRequest request, byte @Nullable [] body) {
        String type = request.requestHeaders().get(HttpHeaderNames.CONTENT_TYPE, "");
        boolean fromPage = request.requestHeaders().contains(HttpHeaderNames.ORIGIN);
        boolean changes = !request.method().name().equals("GET");
        if (body == null) {
            return HttpAnswer.error(413, "The body must have at most " + MAX_BODY + " bytes");
        }
        if (changes && fromPage) {
            return HttpAnswer.error(403, "Requests from web pages are not allowed");
        }
        // Forms of other sites cannot send this content type.
        if (body.length > 0 && !type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
            return HttpAnswer.error(415, "The body must be application/json");
        }
        try {
            String step = request.method().name() + " " + String.join("/", path.subList(1, path.size()));
            return step(step, JsonMapper.shared().readTree(body));
        } catch (JacksonException | IllegalArgumentException | BindException unreadable) {
            Throwable cause = unreadable.getCause() == null ? unreadable : unreadable.getCause();
            return HttpAnswer.error(400, String.valueOf(cause.getMessage()));
        }
    }

    private HttpAnswer step(String step, JsonNode body) {
        added.values().removeIf(one -> one.active().isSpent());
        return switch (step) {
            case "GET faults" -> HttpAnswer.json(200, JsonMapper.shared().writeValueAsString(added.values()));
            case "POST faults" -> add(read(body, FaultSetting.class));
            case "DELETE faults" -> {
                List.copyOf(added.keySet()).forEach(this::remove);
                yield DONE;
            }
            case "PUT access" -> {
                access.accept(read(body, AccessSettings.class));
                yield DONE;
            }
            case "PUT quota" -> {
                ledgers.reset(read(body, QuotaSettings.class));
                yield DONE;
            }
            default ->
                step.startsWith("DELETE faults/") && remove(Integer.parseInt(step.substring("DELETE faults/".length())))
                        ? DONE
                        : NOT_FOUND;
        };
    }

    private HttpAnswer add(FaultSetting setting) {
        AddedFault one = new AddedFault(lastId.incrementAndGet(), setting, new ActiveFault(setting.rule()));
        faults.add(one.active());
        added.put(one.id(), one);
        return HttpAnswer.json(201, JsonMapper.shared().writeValueAsString(one));
    }

    private boolean remove(int id) {
        AddedFault one = added.remove(id);
        if (one != null) {
            faults.remove(one.active());
        }
        return one != null;
    }

    /** Names are those of the settings; missing values get their defaults. */
    private static <T> T read(JsonNode body, Class<T> type) {
        return SettingsBinder.bind(type, FlatJson.of(body));
    }
}
