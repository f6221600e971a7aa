package io.docsagent.worker.sandbox.git;

import io.docsagent.worker.sandbox.git.Checkout.Entry;
import io.docsagent.worker.sandbox.git.WorkTreeFiles.FoundFile;
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

/** Writes files as a git tree unchanged: no filter runs and no attribute is read. */
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

    /** The tree; submodules, which are not checked out, stay unchanged. */
    ObjectId write(List<FoundFile> files, long maxBytes) throws IOException {
        DirCache index = DirCache.newInCore();
        DirCacheBuilder tree = index.builder();
        before.forEach((name, entry) -> {
            if (entry.is(FileMode.GITLINK)) {
                tree.add(entry(name, entry.mode(), entry.id()));
            }
        });
        List<FoundFile> written = new ArrayList<>();
        for (FoundFile file : files) {
            Entry unchanged = unchanged(file);
            if (unchanged == null) {
                written.add(file);
            } else {
                tree.add(entry(file.name(), mode(file), unchanged.id()));
            }
        }
        // Checked before anything is stored.
        limit(written, maxBytes);
        for (FoundFile file : written) {
            tree.add(entry(file.name(), mode(file), stored(file)));
        }
        tree.finish();
        return index.writeTree(inserter);
    }

    private static void limit(List<FoundFile> written, long maxBytes) throws IOException {
        // A double, since the sizes of a few sparse files can exceed a long.
        double bytes = written.stream().mapToDouble(FoundFile::size).sum();
        if (bytes > maxBytes) {
            throw new IOException(
                    "the agent wrote %.0f bytes, more than the %d that docs-agent.sandbox.agent.max-change allows"
                            .formatted(bytes, maxBytes));
        }
    }

    /** The commit's entry if the file is unchanged; links are not compared, since they are short. */
    private @Nullable Entry unchanged(FoundFile file) throws IOException {
        Entry entry = before.get(file.name());
        if (entry == null || file.link() || reader.getObjectSize(entry.id(), Constants.OBJ_BLOB) != file.size()) {
            return null;
        }
        try (InputStream in = opened(file)) {
            return inserter.idFor(Constants.OBJ_BLOB, file.size(), in).equals(entry.id()) ? entry : null;
        }
    }

    private ObjectId stored(FoundFile file) throws IOException {
        if (file.link()) {
            String target = Files.readSymbolicLink(file.path()).toString();
            return inserter.insert(Constants.OBJ_BLOB, target.getBytes(StandardCharsets.UTF_8));
        }
        try (InputStream in = opened(file)) {
            return inserter.insert(Constants.OBJ_BLOB, file.size(), in);
        }
    }

    private InputStream opened(FoundFile file) throws IOException {
        try {
            return new DeadlineInputStream(Files.newInputStream(file.path(), LinkOption.NOFOLLOW_LINKS), deadline);
        } catch (AccessDeniedException locked) {
            OwnerPermissions.allowRead(file.path());
            return new DeadlineInputStream(Files.newInputStream(file.path(), LinkOption.NOFOLLOW_LINKS), deadline);
        }
    }

    private FileMode mode(FoundFile file) throws IOException {
        if (file.link()) {
            return FileMode.SYMLINK;
        }
        Entry entry = before.get(file.name());
        boolean wasExecutable = entry != null && entry.is(FileMode.EXECUTABLE_FILE);
        return OwnerPermissions.isExecutable(file.path(), wasExecutable)
                ? FileMode.EXECUTABLE_FILE
                : FileMode.REGULAR_FILE;
    }

    static DirCacheEntry entry(String name, FileMode mode, ObjectId id) {
        DirCacheEntry entry = new DirCacheEntry(name);
        entry.setFileMode(mode);
        entry.setObjectId(id);
        return entry;
    }

    /** Stops reading at the deadline, since a sparse file can be far longer than its size on disk. */
    private static final class DeadlineInputStream extends FilterInputStream {

        private final Deadline deadline;

        DeadlineInputStream(InputStream in, Deadline deadline) {
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
