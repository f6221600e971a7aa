package io.docsagent.worker.ops.port;

import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/**
 * Closes connections that take too long, and, where there are too many, the one that has waited longest for a request, so
 * that a new one is always served.
 */
public final class Connections implements NettyServerCustomizer {

    private final Duration timeout;
    private final int most;

    private final Set<Connection> open = new HashSet<>();

    /** Those of them that wait for a request, the one that has waited longest first. */
    private final Set<Connection> waiting = new LinkedHashSet<>();

    public Connections(Duration timeout, int most) {
        this.timeout = timeout;
        this.most = most;
    }

    @Override
    public HttpServer apply(HttpServer server) {
        return server.doOnChannelInit((observer, channel, remote) ->
                channel.pipeline().addAfter(NettyPipeline.HttpCodec, "docs-agent.connection", new Connection()));
    }

    /** Makes room for one more; false where every other connection is being answered. */
    private synchronized boolean opened(Connection connection) {
        if (open.size() >= most && !closeLongestWaiting()) {
            return false;
        }
        open.add(connection);
        waiting.add(connection);
        return true;
    }

    private boolean closeLongestWaiting() {
        if (waiting.isEmpty()) {
            return false;
        }
        Connection longest = waiting.iterator().next();
        // Its end may take a while to be noticed, and must not cost another one its place until then.
        closed(longest);
        longest.close();
        return true;
    }

    private synchronized void closed(Connection connection) {
        open.remove(connection);
        waiting.remove(connection);
    }

    private synchronized void asks(Connection connection) {
        waiting.remove(connection);
    }

    private synchronized void isAnswered(Connection connection) {
        if (open.contains(connection)) {
            waiting.add(connection);
        }
    }

    /**
     * One deadline for the next request and its answer together: neither a header that comes byte by byte nor an answer
     * that nobody reads moves it.
     */
    private final class Connection extends ChannelDuplexHandler {

        private @Nullable Channel channel;
        private @Nullable Future<?> deadline;

        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            Channel added = context.channel();
            channel = added;
            added.closeFuture().addListener(end -> {
                cancelDeadline();
                closed(this);
            });
            if (opened(this)) {
                startDeadline(added);
            } else {
                close();
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest) {
                asks(this);
            }
            context.fireChannelRead(message);
        }

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
            ChannelPromise end = promise.unvoid();
            if (message instanceof LastHttpContent) {
                var unused = end.addListener(written -> {
                    if (written.isSuccess()) {
                        startDeadline(context.channel());
                        isAnswered(this);
                    }
                });
            }
            super.write(context, message, end);
        }

        private void startDeadline(Channel of) {
            cancelDeadline();
            deadline = of.eventLoop().schedule((Runnable) this::close, timeout.toMillis(), TimeUnit.MILLISECONDS);
        }

        private void cancelDeadline() {
            if (deadline != null) {
                deadline.cancel(false);
            }
        }

        private void close() {
            if (channel != null) {
                var unused = channel.close();
            }
        }
    }
}
