package io.docsagent.worker.sandbox.http;

import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.netty.ChannelBindException;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/** The listening port, which can refuse connections for a while. */
public final class Listener implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration RETRY = Duration.ofMillis(10);

    private final LoopResources loops;
    private final HttpServer server;
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private InetSocketAddress address;
    private @Nullable DisposableServer open;
    private boolean wasOpen;
    private @Nullable SocketChannel placeholder;

    public Listener(InetSocketAddress wanted, HttpSettings settings, RequestRouter handler) {
        this.loops = LoopResources.create("sandbox", settings.threads(), true);
        this.address = wanted;
        this.server = HttpServer.create()
                .runOn(loops)
                .bindAddress(this::address)
                .channelGroup(connections)
                .requestTimeout(settings.requestTimeout())
                .idleTimeout(settings.idleTimeout())
                .handle(handler);
    }

    public synchronized InetSocketAddress address() {
        return address;
    }

    /** Opens the port; port 0 becomes a free port at the first call, and stays the same afterwards. */
    public synchronized void listen() {
        if (open != null) {
            return;
        }
        releasePort();
        open = untilPortIsFree(server::bindNow);
        address = (InetSocketAddress) open.address();
        wasOpen = true;
    }

    /** Closes the port and every connection; new connections are refused. */
    public synchronized void refuse() {
        closePort();
        if (placeholder == null) {
            placeholder = untilPortIsFree(this::reservedPort);
        }
    }

    @Override
    public synchronized void close() {
        closePort();
        releasePort();
        loops.disposeLater(Duration.ZERO, CLOSE_TIMEOUT).block(CLOSE_TIMEOUT);
    }

    private void closePort() {
        if (open != null) {
            open.channel().close().syncUninterruptibly();
            connections.close().awaitUninterruptibly(CLOSE_TIMEOUT.toMillis());
            open.disposeNow(CLOSE_TIMEOUT);
            open = null;
        }
    }

    /**
     * Holds the port without listening on it. Otherwise the system might assign it to an outgoing connection, even to a
     * connection to this port, which would then be connected to itself.
     */
    private SocketChannel reservedPort() {
        try {
            SocketChannel channel = SocketChannel.open();
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            return channel.bind(address);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** For an instant, while nobody holds the port, the system may have given it to an outgoing connection. */
    private <T> T untilPortIsFree(Supplier<T> bind) {
        long deadline = System.nanoTime() + CLOSE_TIMEOUT.toNanos();
        while (true) {
            try {
                return bind.get();
            } catch (UncheckedIOException | ChannelBindException inUse) {
                if (!wasOpen || System.nanoTime() > deadline) {
                    throw inUse;
                }
                LockSupport.parkNanos(RETRY.toNanos());
            }
        }
    }

    private void releasePort() {
        if (placeholder != null) {
            try {
                placeholder.close();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
            placeholder = null;
        }
    }
}
