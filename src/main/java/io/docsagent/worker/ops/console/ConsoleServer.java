package io.docsagent.worker.ops.console;

import io.docsagent.worker.ops.port.Connections;
import io.docsagent.worker.settings.ManagementSettings;
import io.docsagent.worker.settings.WorkerCannotStartException;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.ChannelBindException;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/** The console's port; pages are rendered on threads of their own, since other instances may be waited for. */
final class ConsoleServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ConsoleServer.class);

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    /** A log-in; nothing else has a body. */
    private static final int MAX_FORM = 16 * 1024;

    /** Requests that wait for a thread because the browsers of earlier ones have left. */
    private static final int MAX_WAITING = 100;

    private final LoopResources loops = LoopResources.create("console", 1, true);
    private final Scheduler threads;
    private final HttpServer server;
    private @Nullable DisposableServer open;

    ConsoleServer(InetSocketAddress wanted, ManagementSettings limits, ConsoleAccess access, ConsolePages pages) {
        this.threads = Schedulers.newBoundedElastic(limits.maxRequests(), MAX_WAITING, "console-page");
        ServerCodecConfigurer codecs = ServerCodecConfigurer.create();
        codecs.defaultCodecs().maxInMemorySize(MAX_FORM);
        HttpHandler handler = WebHttpHandlerBuilder.webHandler(new PagesHandler(pages, threads))
                .filter(access)
                .codecConfigurer(codecs)
                .build();
        this.server = new Connections(limits.timeout(), limits.maxConnections())
                .apply(HttpServer.create().runOn(loops).bindAddress(() -> wanted))
                .handle(new ReactorHttpHandlerAdapter(handler));
    }

    /** @param host empty for all of this machine */
    static InetSocketAddress address(String host, int port) {
        return host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
    }

    void start() {
        try {
            open = server.bindNow();
        } catch (ChannelBindException e) {
            throw new WorkerCannotStartException(
                    "docs-agent.console.port: port " + e.localPort()
                            + " cannot be opened (" + e.getMessage()
                            + "). Choose another, or stop what uses it.",
                    e);
        }
        LOG.atInfo().addKeyValue("port", port()).log("The console is open");
    }

    int port() {
        if (open == null) {
            throw new IllegalStateException("not open");
        }
        return open.port();
    }

    @Override
    public void close() {
        if (open != null) {
            open.disposeNow(CLOSE_TIMEOUT);
        }
        // They answer on the loops, which would be gone.
        threads.disposeGracefully().timeout(CLOSE_TIMEOUT).onErrorComplete().block();
        threads.dispose();
        loops.disposeLater(Duration.ZERO, CLOSE_TIMEOUT).block(CLOSE_TIMEOUT);
    }
}
