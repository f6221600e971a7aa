package io.docsagent.worker.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DelayLineTest {

    private static final Duration DELAY = Duration.ofMillis(100);
    private static final int MEGABYTE = 1_000_000;

    private ServerSocket echo;
    private DelayLine line;
    private Socket client;

    @BeforeEach
    void connect() throws IOException {
        echo = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::echoOneConnection);
        line = new DelayLine(echo.getLocalPort(), DELAY);
        client = new Socket(InetAddress.getLoopbackAddress(), line.port());
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        line.close();
        echo.close();
    }

    @Test
    void delaysARoundTripByBothItsDirections() throws IOException {
        long begun = System.nanoTime();
        client.getOutputStream().write(1);
        assertThat(client.getInputStream().read()).isEqualTo(1);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(DELAY.multipliedBy(2));
    }

    /** Were each chunk of 64 kB delayed after the one before it, 20 MB would take a minute. */
    @Test
    void delaysManyChunksTogether() throws IOException {
        byte[] sent = new byte[20 * MEGABYTE];
        sent[sent.length - 1] = 1;
        long begun = System.nanoTime();
        Thread.ofVirtual().start(() -> send(sent));
        assertThat(client.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void endsAConnectionThatTheTargetHasEnded() throws IOException {
        client.getOutputStream().write(0);
        assertThat(client.getInputStream().read()).isEqualTo(-1);
    }

    private void send(byte[] bytes) {
        try {
            client.getOutputStream().write(bytes);
        } catch (IOException closed) {
            // The reader fails.
        }
    }

    /** A single zero asks it to end the connection. */
    private void echoOneConnection() {
        byte[] buffer = new byte[64 * 1024];
        try (Socket socket = echo.accept()) {
            int read = socket.getInputStream().read(buffer);
            while (read > 1 || (read == 1 && buffer[0] != 0)) {
                socket.getOutputStream().write(buffer, 0, read);
                read = socket.getInputStream().read(buffer);
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }
}
