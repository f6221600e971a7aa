package io.docsagent.worker.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** A TCP proxy to a port of this machine that delays each direction, and limits the throughput of neither. */
public final class DelayLine implements AutoCloseable {

    private static final int CHUNK_BYTES = 64 * 1024;

    /** Of one direction; a receiver that is slower than its sender slows it down once there are so many. */
    private static final int CHUNKS_UNDER_WAY = 1024;

    /** What was read at once; nothing at the end of the connection. */
    private record Chunk(ByteBuffer bytes, long due) {}

    private final InetSocketAddress target;
    private final Duration delay;
    private final ServerSocketChannel listening;
    private final Queue<SocketChannel> connections = new ConcurrentLinkedQueue<>();

    /** @param delay of each direction: half of what it adds to a round trip */
    public DelayLine(int targetPort, Duration delay) {
        this.target = new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort);
        this.delay = delay;
        try {
            this.listening =
                    ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return listening.socket().getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel client = listening.accept();
                Thread.ofVirtual().start(() -> connect(client));
            }
        } catch (IOException closed) {
            // Nobody needs it any more.
        }
    }

    private void connect(SocketChannel client) {
        try {
            SocketChannel server = SocketChannel.open(target);
            server.setOption(StandardSocketOptions.TCP_NODELAY, true);
            client.setOption(StandardSocketOptions.TCP_NODELAY, true);
            connections.add(client);
            connections.add(server);
            carry(client, server);
            carry(server, client);
        } catch (IOException refused) {
            close(client);
        }
    }

    /** One thread reads and another writes, so that waiting delays no reading. */
    private void carry(SocketChannel from, SocketChannel to) {
        BlockingQueue<Chunk> underWay = new ArrayBlockingQueue<>(CHUNKS_UNDER_WAY);
        Thread.ofVirtual().start(() -> read(from, underWay));
        Thread.ofVirtual().start(() -> write(underWay, from, to));
    }

    private void read(SocketChannel from, BlockingQueue<Chunk> underWay) {
        ByteBuffer buffer = ByteBuffer.allocate(CHUNK_BYTES);
        boolean open = true;
        while (open) {
            open = read(from, buffer.clear());
            ByteBuffer bytes = ByteBuffer.allocate(buffer.flip().remaining());
            put(underWay, new Chunk(bytes.put(buffer).flip(), System.nanoTime() + delay.toNanos()));
        }
    }

    private static boolean read(SocketChannel from, ByteBuffer buffer) {
        try {
            return from.read(buffer) > 0;
        } catch (IOException closed) {
            return false;
        }
    }

    /** The end of one direction ends the other: Kafka's connections are never half open. */
    private static void write(BlockingQueue<Chunk> underWay, SocketChannel from, SocketChannel to) {
        try {
            for (Chunk chunk = take(underWay); chunk.bytes().hasRemaining(); chunk = take(underWay)) {
                awaitTime(chunk.due());
                while (chunk.bytes().hasRemaining()) {
                    to.write(chunk.bytes());
                }
            }
        } catch (IOException closed) {
            // The other direction may have been the first to notice.
        } finally {
            close(from);
            close(to);
        }
    }

    private static void awaitTime(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static void put(BlockingQueue<Chunk> underWay, Chunk chunk) {
        try {
            underWay.put(chunk);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Chunk take(BlockingQueue<Chunk> underWay) {
        try {
            return underWay.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void close(Channel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        close(listening);
        connections.forEach(DelayLine::close);
    }
}
