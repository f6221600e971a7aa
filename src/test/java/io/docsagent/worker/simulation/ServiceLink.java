package io.docsagent.worker.simulation;

import io.docsagent.worker.gateway.http.HttpParts;
import io.docsagent.worker.gateway.http.HttpParts.Received;
import io.docsagent.worker.settings.ApiSettings;
import io.netty.channel.ConnectTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import tools.jackson.databind.json.JsonMapper;

/** The network between one instance and the service: each part of a request's way may be slow, or lose it. */
final class ServiceLink implements HttpParts.Wire {

    private static final JsonMapper JSON = new JsonMapper();

    /** After so long an instance knows that its clock is wrong, and what was in flight has left. */
    private static final Duration NOTICED = Duration.ofSeconds(10);

    private static final int PROJECT = 3;
    private static final int JOB = 5;

    private final World world;
    private final Host host;
    private final Service service;
    private final Promises promises;
    private final ApiSettings settings;
    private boolean unreachable;
    private boolean loses;
    private boolean losesLookups;

    ServiceLink(World world, Host host, Service service, Promises promises, ApiSettings settings) {
        this.world = world;
        this.host = host;
        this.service = service;
        this.promises = promises;
        this.settings = settings;
    }

    void cutOff(boolean now) {
        unreachable = now;
    }

    void loses(boolean now) {
        loses = now;
    }

    void losesLookups(boolean now) {
        losesLookups = now;
    }

    @Override
    public Mono<Received> post(
            String uri,
            String bearer,
            Map<String, String> headers,
            byte[] json,
            Runnable beforeSend,
            Consumer<Received> onHead) {
        return Mono.create(sink -> {
            host.requestPoint();
            Exchange exchange = new Exchange(sink, onHead);
            // Where its caller gives up meanwhile, the connection may be there all the same, just then.
            connect(exchange, () -> {
                try {
                    beforeSend.run();
                } catch (RuntimeException mayNotLeave) {
                    exchange.fail(mayNotLeave);
                    return;
                }
                host.requestPoint();
                sent(exchange, post(uri, headers, json), bearer);
            });
        });
    }

    private void connect(Exchange exchange, Runnable connected) {
        Duration takes = world.upTo(Duration.ofMillis(world.oneIn(10) ? 8_000 : 50));
        boolean tooLong = takes.compareTo(settings.connectTimeout()) > 0;
        var unused = host.in(tooLong ? settings.connectTimeout() : takes, () -> {
            if (tooLong) {
                exchange.fail(new ConnectTimeoutException("simulated"));
            } else if (unreachable) {
                exchange.fail(new ConnectException("simulated"));
            } else {
                connected.run();
            }
        });
    }

    private Post post(String uri, Map<String, String> headers, byte[] json) {
        List<String> path = path(uri);
        String prompt = JSON.readTree(json).get("prompt").asString();
        return new Post(
                world.now(),
                host.toString(),
                path.get(PROJECT),
                prompt,
                path.size() > JOB ? path.get(JOB) : null,
                settings.idempotencyHeader() == null ? null : headers.get(settings.idempotencyHeader()));
    }

    /** As in {@code /v2/agent/project/job/id/message}; the first one is empty. */
    private List<String> path(String uri) {
        return List.of(uri.substring(settings.baseUrl().toString().length()).split("/", -1));
    }

    private void sent(Exchange exchange, Post post, String bearer) {
        promises.sent(post);
        if (host.wallClockIsOff().compareTo(NOTICED) > 0) {
            promises.broken("clock: " + post + " by " + host + ", whose clock is wrong");
        }
        boolean lostBefore = loses && world.oneIn(5);
        boolean lostAfter = loses && world.oneIn(2);
        // TCP delivers what was sent though the sender is frozen, dead or has given up.
        Duration way = loses && world.oneIn(2)
                ? world.upTo(settings.responseTimeout().plus(service.straggler()))
                : world.upTo(Duration.ofMillis(100));
        world.in(way, () -> {
            if (lostBefore) {
                lose(exchange);
                return;
            }
            post.late = exchange.isOver() || !host.isUp();
            Received reply = service.post(post, bearer);
            promises.arrived(post);
            if (lostAfter) {
                lose(exchange);
            } else {
                var unused = host.in(answerTakes(post.projectId), () -> exchange.answer(post, reply));
            }
        });
    }

    /** The connection breaks, or the answer never comes. */
    private void lose(Exchange exchange) {
        if (world.oneIn(2)) {
            var unused = host.in(world.upTo(Duration.ofSeconds(5)), () -> exchange.fail(new IOException("simulated")));
        }
    }

    private Duration answerTakes(String project) {
        return world.upTo(Duration.ofMillis(service.isSlow(project) ? 28_000 : world.oneIn(60) ? 20_000 : 300));
    }

    @Override
    public Mono<Received> get(String uri, String bearer) {
        return Mono.create(sink -> {
            Exchange exchange = new Exchange(sink, head -> {});
            List<String> path = path(uri);
            promises.looked(path.get(JOB));
            connect(exchange, () -> {
                String project = path.get(PROJECT);
                Received reply = service.get(project, path.get(JOB), bearer);
                if (service.mayGoOn(path.get(JOB))) {
                    host.lookupPoint();
                }
                if (losesLookups && world.oneIn(3)) {
                    lose(exchange);
                } else {
                    var unused = host.in(answerTakes(project), () -> sink.success(reply));
                }
            });
        });
    }

    /** A request whose caller may have gone. */
    private final class Exchange {

        private final MonoSink<Received> sink;
        private final Consumer<Received> onHead;
        private boolean over;

        Exchange(MonoSink<Received> sink, Consumer<Received> onHead) {
            this.sink = sink;
            this.onHead = onHead;
            sink.onDispose(() -> over = true);
        }

        boolean isOver() {
            return over;
        }

        void fail(Throwable failure) {
            if (!over) {
                sink.error(failure);
            }
        }

        void answer(Post post, Received reply) {
            if (over) {
                return;
            }
            post.delivered = true;
            post.deliveredAt = world.now();
            onHead.accept(reply);
            boolean truncated = loses && world.oneIn(4);
            boolean foreign = post.foreign || truncated;
            // Until the body is there, nobody can tell.
            post.foreign = true;
            Received body = new Received(reply.status(), reply.retryAfter(), reply.date(), reply.body(), truncated);
            var unused = host.in(world.upTo(Duration.ofMillis(truncated ? 9_000 : 2)), () -> {
                post.foreign = foreign || over;
                sink.success(body);
            });
        }
    }
}
