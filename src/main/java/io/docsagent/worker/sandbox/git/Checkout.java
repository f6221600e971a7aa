package io.docsagent.worker.sandbox.git;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.util.SystemReader;

/**
 * Writes the files of a commit to a folder unchanged: no filter runs, no attribute is read, no submodule is fetched.
 *
 * @param entries the commit's entries by path
 */
record Checkout(Map<String, Entry> entries) {

    record Entry(FileMode mode, ObjectId id) {
        boolean is(FileMode other) {
            return mode.equals(other.getBits());
        }
    }

    static Checkout of(ObjectReader reader, String commit, Path folder) throws IOException {
        Map<String, Entry> entries = entries(reader, commit);
        Map<Path, ObjectId> links = new LinkedHashMap<>();
        for (Map.Entry<String, Entry> named : entries.entrySet()) {
            Path file = folder.resolve(named.getKey());
            Entry entry = named.getValue();
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            if (entry.is(FileMode.SYMLINK)) {
                links.put(file, entry.id());
            } else if (!entry.is(FileMode.GITLINK)) {
                write(reader, entry, file);
            }
        }
        // Last, so that no file is written through a link.
        for (Map.Entry<Path, ObjectId> link : links.entrySet()) {
            byte[] target = reader.open(link.getValue(), Constants.OBJ_BLOB).getBytes();
            Files.createSymbolicLink(link.getKey(), Path.of(new String(target, StandardCharsets.UTF_8)));
        }
        return new Checkout(entries);
    }

    private static Map<String, Entry> entries(ObjectReader reader, String commit) throws IOException {
        Map<String, Entry> entries = new LinkedHashMap<>();
        try (RevWalk commits = new RevWalk(reader);
                TreeWalk walk = new TreeWalk(reader)) {
            walk.addTree(commits.parseCommit(ObjectId.fromString(commit)).getTree());
            walk.setRecursive(true);
            while (walk.next()) {
                // Neither ".git" nor "..": a cloned repository may contain any name.
                SystemReader.getInstance().checkPath(walk.getPathString());
                entries.put(walk.getPathString(), new Entry(walk.getFileMode(), walk.getObjectId(0)));
            }
        }
        return entries;
    }

    private static void write(ObjectReader reader, Entry entry, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
            reader.open(entry.id(), Constants.OBJ_BLOB).copyTo(out);
        }
        if (entry.is(FileMode.EXECUTABLE_FILE) && !file.toFile().setExecutable(true)) {
            throw new IOException("Cannot make " + file + " executable");
        }
    }
}
