package io.docsagent.worker.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** A port at which connections are begun and never come about, since its queue is full and nobody takes from it. */
final class UnansweredPort implements AutoCloseable {

    private static final int ENOUGH_TO_FILL_IT = 8;

    private final ServerSocketChannel server;
    private final List<SocketChannel> fillers = new ArrayList<>();

    private UnansweredPort(InetSocketAddress address) throws IOException {
        server = ServerSocketChannel.open();
        server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        server.bind(address, 1);
        for (int i = 0; i < ENOUGH_TO_FILL_IT; i++) {
            SocketChannel filler = SocketChannel.open();
            filler.configureBlocking(false);
            boolean unused = filler.connect(address);
            fillers.add(filler);
        }
    }

    static UnansweredPort at(String url) {
        URI service = URI.create(url);
        try {
            return new UnansweredPort(new InetSocketAddress(service.getHost(), service.getPort()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return server.socket().getLocalSocketAddress().toString();
    }

    @Override
    public void close() {
        try {
            for (SocketChannel filler : fillers) {
                filler.close();
            }
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
