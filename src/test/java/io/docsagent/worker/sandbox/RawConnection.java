package io.docsagent.worker.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A socket on which a test controls every byte and its time. */
public final class RawConnection implements AutoCloseable {

    private final Socket socket;

    public RawConnection(Sandbox sandbox) throws IOException {
        this(InetAddress.getByName(URI.create(sandbox.baseUrl()).getHost()), sandbox);
    }

    public RawConnection(InetAddress address, Sandbox sandbox) throws IOException {
        this.socket = new Socket(address, URI.create(sandbox.baseUrl()).getPort());
        socket.setSoTimeout(20_000);
    }

    public RawConnection send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** Everything until the other side closes; if the connection is reset, what came before. */
    public String answer() throws IOException {
        StringBuilder answer = new StringBuilder();
        InputStream in = socket.getInputStream();
        try {
            for (int next = in.read(); next >= 0; next = in.read()) {
                answer.append((char) next);
            }
        } catch (SocketException reset) {
            // Equivalent to a close.
        }
        return answer.toString();
    }

    public int bytesToRead() throws IOException {
        return socket.getInputStream().available();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
