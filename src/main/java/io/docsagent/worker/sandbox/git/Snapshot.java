package io.docsagent.worker.sandbox.git;

import io.docsagent.worker.sandbox.git.Checkout.Entry;
import io.docsagent.worker.sandbox.git.WorkTreeFiles.Found;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.dircache.DirCache;
import org.eclipse.jgit.dircache.DirCacheBuilder;
import org.eclipse.jgit.dircache.DirCacheEntry;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;

/** Writes files as a git tree, byte by byte: no filter runs and no attribute is read. */
final class Snapshot {

    private final Map<String, Entry> before;
    private final ObjectReader reader;
    private final ObjectInserter inserter;
    private final Deadline deadline;

    Snapshot(Checkout checkout, ObjectReader reader, ObjectInserter inserter, Deadline deadline) {
        this.before = checkout.entries();
        this.reader = reader;
        this.inserter = inserter;
        this.deadline = deadline;
    }

    /** The tree; submodules, of which nothing was checked out, are in it as they were. */
    ObjectId write(List<Found> files, long maxBytes) throws IOException {
        DirCache index = DirCache.newInCore();
        DirCacheBuilder tree = index.builder();
        before.forEach((name, entry) -> {
            if (entry.is(FileMode.GITLINK)) {
                tree.add(entry(name, entry.mode(), entry.id()));
            }
        });
        List<Found> written = new ArrayList<>();
        for (Found file : files) {
            Entry unchanged = unchanged(file);
            if (unchanged == null) {
                written.add(file);
            } else {
                tree.add(entry(file.name(), mode(file), unchanged.id()));
            }
        }
        // Before any of it is stored.
        limit(written, maxBytes);
        for (Found file : written) {
            tree.add(entry(file.name(), mode(file), stored(file)));
        }
        tree.finish();
        return index.writeTree(inserter);
    }

    private static void limit(List<Found> written, long maxBytes) throws IOException {
        // As a double: a few sparse files can have more bytes than a long counts.
        double bytes = written.stream().mapToDouble(Found::size).sum();
        if (bytes > maxBytes) {
            throw new IOException(
                    "the agent wrote %.0f bytes, more than the %d that docs-agent.sandbox.agent.max-change allows"
                            .formatted(bytes, maxBytes));
        }
    }

    /** What the commit has where a file's content is the same; links are not compared, for they are short. */
    private @Nullable Entry unchanged(Found file) throws IOException {
        Entry entry = before.get(file.name());
        if (entry == null || file.link() || reader.getObjectSize(entry.id(), Constants.OBJ_BLOB) != file.size()) {
            return null;
        }
        try (InputStream in = opened(file)) {
            return inserter.idFor(Constants.OBJ_BLOB, file.size(), in).equals(entry.id()) ? entry : null;
        }
    }

    private ObjectId stored(Found file) throws IOException {
        if (file.link()) {
            String target = Files.readSymbolicLink(file.path()).toString();
            return inserter.insert(Constants.OBJ_BLOB, target.getBytes(StandardCharsets.UTF_8));
        }
        try (InputStream in = opened(file)) {
            return inserter.insert(Constants.OBJ_BLOB, file.size(), in);
        }
    }

    private InputStream opened(Found file) throws IOException {
        try {
            return new Timed(Files.newInputStream(file.path(), LinkOption.NOFOLLOW_LINKS), deadline);
        } catch (AccessDeniedException locked) {
            OwnerPermissions.toRead(file.path());
            return new Timed(Files.newInputStream(file.path(), LinkOption.NOFOLLOW_LINKS), deadline);
        }
    }

    private FileMode mode(Found file) throws IOException {
        if (file.link()) {
            return FileMode.SYMLINK;
        }
        Entry entry = before.get(file.name());
        boolean wasExecutable = entry != null && entry.is(FileMode.EXECUTABLE_FILE);
        return OwnerPermissions.isExecutable(file.path(), wasExecutable)
                ? FileMode.EXECUTABLE_FILE
                : FileMode.REGULAR_FILE;
    }

    private static DirCacheEntry entry(String name, FileMode mode, ObjectId id) {
        DirCacheEntry entry = new DirCacheEntry(name);
        entry.setFileMode(mode);
        entry.setObjectId(id);
        return entry;
    }

    /** Reading that ends at the deadline: a file can be far longer than what is stored of it. */
    private static final class Timed extends FilterInputStream {

        private final Deadline deadline;

        Timed(InputStream in, Deadline deadline) {
            super(in);
            this.deadline = deadline;
        }

        @Override
        public int read() throws IOException {
            deadline.check();
            return super.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            deadline.check();
            return super.read(bytes, offset, length);
        }
    }
}
