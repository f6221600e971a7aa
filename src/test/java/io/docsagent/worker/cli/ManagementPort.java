package io.docsagent.worker.cli;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Answers at the address of a worker as a test wants. */
final class ManagementPort implements AutoCloseable {

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private volatile HttpHandler handler;

    ManagementPort(int status, String body) throws IOException {
        handler = with(status, body);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI().toString());
            handler.handle(exchange);
        });
        server.start();
    }

    private static HttpHandler with(int status, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return exchange -> {
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        };
    }

    void answer(int status, String body) {
        answer(with(status, body));
    }

    void answer(HttpHandler handler) {
        this.handler = handler;
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Paths with their queries. */
    List<String> asked() {
        return asked;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
