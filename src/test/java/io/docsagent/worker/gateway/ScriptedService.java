package io.docsagent.worker.gateway;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A server on a socket that notes every request and then does what the test's script says, byte by byte. */
public final class ScriptedService implements AutoCloseable {

    private final ServerSocket listening;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    public final List<Request> requests = new CopyOnWriteArrayList<>();
    public final AtomicInteger connections = new AtomicInteger();
    private volatile Script script = reply(201, "{\"id\":\"job-1\",\"status\":\"active\"}");

    public ScriptedService() {
        this(open());
    }

    public ScriptedService(ServerSocket listening) {
        this.listening = listening;
        Thread.ofVirtual().start(this::accept);
    }

    private static ServerSocket open() {
        try {
            return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public ScriptedService does(Script next) {
        script = next;
        return this;
    }

    public String url() {
        return "http://127.0.0.1:" + port();
    }

    public int port() {
        return listening.getLocalPort();
    }

    /** A whole answer on a connection that stays open. */
    public static Script reply(int status, String body, String... headers) {
        return (request, socket) -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            write(socket, head(status, headers) + "content-length: " + bytes.length + "\r\n\r\n");
            socket.getOutputStream().write(bytes);
        };
    }

    public static String head(int status, String... headers) {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Scripted\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        return head.toString();
    }

    public static void write(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Closes with RST rather than FIN. */
    public static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                socket.setTcpNoDelay(true);
                sockets.add(socket);
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket socket) {
        try {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (!socket.isClosed()) {
                Request request = Request.read(in);
                requests.add(request);
                script.answer(request, socket);
            }
        } catch (IOException gone) {
            // The client or the script closed the connection.
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    /** What happens after a request has been read. */
    public interface Script {
        void answer(Request request, Socket socket) throws IOException;
    }

    /** A request as it arrived. */
    public record Request(String line, Map<String, String> headers, String body) {

        public static Request read(InputStream in) throws IOException {
            String line = readLine(in);
            Map<String, String> headers = new TreeMap<>();
            for (String header = readLine(in); !header.isEmpty(); header = readLine(in)) {
                int colon = header.indexOf(':');
                if (colon < 0) {
                    throw new IOException("no HTTP");
                }
                headers.put(
                        header.substring(0, colon).toLowerCase(Locale.ROOT),
                        header.substring(colon + 1).strip());
            }
            int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
            return new Request(line, headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
        }

        private static String readLine(InputStream in) throws IOException {
            StringBuilder line = new StringBuilder();
            for (int c = in.read(); c != '\n'; c = in.read()) {
                if (c < 0) {
                    throw new IOException("closed");
                }
                if (c != '\r') {
                    line.append((char) c);
                }
            }
            return line.toString();
        }
    }
}
