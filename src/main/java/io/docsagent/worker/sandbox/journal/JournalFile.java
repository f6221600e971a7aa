package io.docsagent.worker.sandbox.journal;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import tools.jackson.databind.json.JsonMapper;

/** The journal as a file of JSON lines; each entry is passed to the operating system at once. */
final class JournalFile {

    private final OutputStream out;

    private JournalFile(OutputStream out) {
        this.out = out;
    }

    static JournalFile open(Path path) {
        try {
            // Unbuffered, so that each entry survives a crash of this process.
            return new JournalFile(Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot write the journal to " + path, failure);
        }
    }

    /** A failure fails the request, since an answer without an entry would falsify the journal. */
    void append(JournalEntry entry) {
        byte[] json = JsonMapper.shared().writeValueAsBytes(entry);
        byte[] line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        try {
            out.write(line);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    void close() {
        try {
            out.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
