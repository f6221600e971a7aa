package io.docsagent.worker.gateway.keys;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A file with a key, whose last good content stays in use while the file is missing or damaged. */
final class KeyFile {

    private static final Logger log = LoggerFactory.getLogger(KeyFile.class);
    private static final int MAX_BYTES = 8 * 1024;

    private final Path path;
    private final Redaction redaction;
    private volatile Content content;
    private @Nullable Content reported;

    /** Reads the file; that it is missing or damaged shows in {@link #content()}. */
    KeyFile(Path path, Redaction redaction) {
        this.path = path;
        this.redaction = redaction;
        this.content = read();
        warnIfShort(content);
    }

    Content content() {
        return content;
    }

    @Nullable
    ApiKey key() {
        return content instanceof Content.Usable usable ? usable.key() : null;
    }

    /** Reads the file; true where it holds another key than before, or was written again with the same. */
    synchronized boolean refresh() {
        Content found = read();
        if (found instanceof Content.Usable) {
            boolean changed = !found.equals(content);
            content = found;
            reported = null;
            if (changed) {
                warnIfShort(found);
            }
            return changed;
        }
        if (!(content instanceof Content.Usable)) {
            content = found;
        }
        report(found);
        return false;
    }

    /** Once for each new problem, not at every comparison. */
    private void report(Content problem) {
        boolean nothingToSay = problem instanceof Content.Absent && content instanceof Content.Absent;
        if (!nothingToSay && !problem.equals(reported)) {
            log.atError()
                    .addKeyValue("file", path)
                    .log(
                            "The key file {}; {}. Put a valid key into it: it is reloaded automatically.",
                            problem,
                            content instanceof Content.Usable
                                    ? "the last good key stays in use"
                                    : "there is no key to use");
        }
        reported = problem;
    }

    /** A key is registered for redaction before it can be used, and again at every read so that it is not dropped. */
    private Content read() {
        Content found = read(path);
        if (found instanceof Content.Usable usable) {
            usable.key().hideWith(redaction);
        }
        return found;
    }

    private void warnIfShort(Content found) {
        if (found instanceof Content.Usable usable && usable.key().isTooShortToHide()) {
            log.atWarn().addKeyValue("file", path).log(ApiKey.TOO_SHORT);
        }
    }

    private static Content read(Path path) {
        try {
            // Before the content: a write in between is noticed at the next comparison.
            BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
            if (!file.isRegularFile()) {
                return new Content.Absent();
            }
            if (file.size() > MAX_BYTES) {
                return new Content.Unusable("is larger than " + MAX_BYTES + " bytes");
            }
            String text = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
            return new Content.Usable(ApiKey.parse(text), file.lastModifiedTime());
        } catch (ApiKey.UnusableKeyException e) {
            return new Content.Unusable(String.valueOf(e.getMessage()));
        } catch (NoSuchFileException e) {
            return new Content.Absent();
        } catch (IOException e) {
            // It may be there: a project that may have a key of its own gets no other.
            return new Content.Unusable("cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    /** What was found in the file. */
    sealed interface Content {
        /** There is no such file. */
        record Absent() implements Content {
            @Override
            public String toString() {
                return "is missing";
            }
        }

        /** The file holds no key. */
        record Unusable(String problem) implements Content {
            @Override
            public String toString() {
                return problem;
            }
        }

        /** The file holds a key. */
        record Usable(ApiKey key, FileTime writtenAt) implements Content {}
    }
}
