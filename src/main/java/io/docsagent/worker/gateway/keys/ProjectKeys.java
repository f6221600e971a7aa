package io.docsagent.worker.gateway.keys;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The key files of single projects, read when a project first calls. */
final class ProjectKeys {

    /**
     * Key files that are checked for changes; a project not used for longer than this many others is read again at its
     * next call.
     */
    static final int MAX_FILES = 10_000;

    /**
     * No path out of the folder, and no name with a leading dot, which editors, git and Kubernetes use for files of
     * their own.
     */
    private static final Pattern FILE_NAME = Pattern.compile("(?!\\.)[A-Za-z0-9._~-]{1,128}");

    private final Path folder;
    private final Redaction redaction;
    private final Map<String, KeyFile> files = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, KeyFile> eldest) {
            return size() > MAX_FILES;
        }
    };

    ProjectKeys(Path folder, Redaction redaction) {
        this.folder = folder;
        this.redaction = redaction;
    }

    /** The project's file; null for an id that cannot name one. */
    @Nullable
    KeyFile fileOf(String projectId) {
        if (!FILE_NAME.matcher(projectId).matches()) {
            return null;
        }
        synchronized (files) {
            KeyFile known = files.get(projectId);
            if (known != null) {
                return known;
            }
        }
        KeyFile read = new KeyFile(folder.resolve(projectId), redaction);
        synchronized (files) {
            KeyFile raced = files.putIfAbsent(projectId, read);
            return raced == null ? read : raced;
        }
    }

    /** The projects that have another key than before. */
    List<String> refresh() {
        List<Map.Entry<String, KeyFile>> all;
        synchronized (files) {
            all = files.entrySet().stream()
                    .map(entry -> Map.entry(entry.getKey(), entry.getValue()))
                    .toList();
        }
        return all.stream()
                .filter(entry -> entry.getValue().refresh())
                .map(Map.Entry::getKey)
                .toList();
    }
}
