package io.docsagent.worker.gateway.http;

import io.docsagent.worker.gateway.ScriptedService;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** An HTTP proxy that takes CONNECT alone, notes it, and leads every tunnel to one port of this machine. */
final class TunnelProxy implements AutoCloseable {

    private final ServerSocket listening;
    private final int target;
    private final @Nullable String credentials;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    final List<ScriptedService.Request> requests = new CopyOnWriteArrayList<>();

    /** @param credentials that it asks for, as the header has them; null where it asks for none */
    TunnelProxy(int target, @Nullable String credentials) throws IOException {
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.target = target;
        this.credentials = credentials;
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                sockets.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket client) {
        try {
            InputStream in = new BufferedInputStream(client.getInputStream());
            ScriptedService.Request request = ScriptedService.Request.read(in);
            requests.add(request);
            if (credentials != null && !credentials.equals(request.headers().get("proxy-authorization"))) {
                ScriptedService.write(
                        client, "HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n");
                client.close();
                return;
            }
            Socket service = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(service);
            ScriptedService.write(client, "HTTP/1.1 200 Connected\r\n\r\n");
            Thread.ofVirtual().start(() -> copy(service, client));
            in.transferTo(service.getOutputStream());
            service.shutdownOutput();
        } catch (IOException gone) {
            // The client or the service closed its connection.
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException gone) {
            // As above.
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
