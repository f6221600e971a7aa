package io.docsagent.worker.sandbox.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Keeps the beginning of a program's output; the rest is read and dropped, so that the program never blocks. */
final class ProgramOutput {

    private static final int KEPT = 64 * 1024;

    private final byte[] kept = new byte[KEPT];
    private int length;
    private long dropped;

    void drain(InputStream in) {
        byte[] part = new byte[8192];
        try (in) {
            for (int read = in.read(part); read >= 0; read = in.read(part)) {
                add(part, read);
            }
        } catch (IOException closed) {
            // The program was ended; its output until then is kept.
        }
    }

    private synchronized void add(byte[] part, int read) {
        int fits = Math.min(read, KEPT - length);
        System.arraycopy(part, 0, kept, length, fits);
        length += fits;
        dropped += read - fits;
    }

    synchronized String text() {
        String text = new String(Arrays.copyOf(kept, length), StandardCharsets.UTF_8);
        return dropped == 0 ? text : text + "\n… and " + dropped + " more bytes";
    }
}
