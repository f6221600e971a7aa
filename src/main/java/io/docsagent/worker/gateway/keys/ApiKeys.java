package io.docsagent.worker.gateway.keys;

import io.docsagent.worker.settings.ApiSettings;
import io.docsagent.worker.settings.WorkerCannotStartException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Schedulers;

/** The keys in use: a project's own where it has one, otherwise the shared one. */
public final class ApiKeys implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ApiKeys.class);

    private final Redaction redaction = new Redaction();
    private final @Nullable ApiKey fixed;
    private final @Nullable KeyFile shared;
    private final @Nullable ProjectKeys projects;
    private final Duration interval;
    private final InstantSource clock;
    private volatile @Nullable Instant loadedAt;
    private final List<KeyListener> listeners = new CopyOnWriteArrayList<>();
    private final Disposable.Swap refreshing = Disposables.swap();

    /** @throws IllegalStateException naming the setting, where it leads to no usable key */
    public ApiKeys(ApiSettings settings, InstantSource clock) {
        this.clock = clock;
        this.fixed = settings.key() == null || settings.key().isBlank() ? null : fixed(settings.key(), redaction);
        this.shared = settings.keyFile() == null ? null : shared(settings.keyFile(), redaction);
        this.projects = settings.keyDir() == null ? null : new ProjectKeys(folder(settings.keyDir()), redaction);
        this.interval = settings.keyRefresh();
        this.loadedAt = fixed == null && shared == null ? null : clock.instant();
    }

    private static ApiKey fixed(String text, Redaction redaction) {
        try {
            ApiKey key = ApiKey.parse(text);
            key.hideWith(redaction);
            if (key.isTooShortToHide()) {
                log.warn(ApiKey.TOO_SHORT);
            }
            return key;
        } catch (ApiKey.UnusableKeyException e) {
            throw new WorkerCannotStartException("docs-agent.api.key (DOCS_AGENT_API_KEY) " + e.getMessage(), e);
        }
    }

    private static KeyFile shared(Path path, Redaction redaction) {
        KeyFile file = new KeyFile(path, redaction);
        if (file.key() == null) {
            throw new WorkerCannotStartException("docs-agent.api.key-file (DOCS_AGENT_API_KEY_FILE): the file " + path
                    + " " + file.content() + ". It must contain the key of the Agent Job Service.");
        }
        return file;
    }

    private static Path folder(Path path) {
        if (!Files.isDirectory(path)) {
            throw new WorkerCannotStartException("docs-agent.api.key-dir (DOCS_AGENT_API_KEY_DIR): " + path
                    + " is not a directory. It must contain a file for each project with its own key.");
        }
        return path;
    }

    /** The key to use for a project; null where there is none, or where its own file is there and holds none. */
    public @Nullable ApiKey keyFor(String projectId) {
        KeyFile own = projects == null ? null : projects.fileOf(projectId);
        if (own != null && !(own.content() instanceof KeyFile.Content.Absent)) {
            return own.key();
        }
        return shared == null ? fixed : shared.key();
    }

    /** Contains every key that was loaded, including replaced ones. */
    public Redaction redaction() {
        return redaction;
    }

    /** When the shared key was last loaded; null where there is none. */
    public @Nullable Instant loadedAt() {
        return loadedAt;
    }

    public void onChange(KeyListener listener) {
        listeners.add(listener);
    }

    void start() {
        long millis = interval.toMillis();
        refreshing.update(
                Schedulers.boundedElastic().schedulePeriodically(this::refresh, millis, millis, TimeUnit.MILLISECONDS));
    }

    /** Checks every key file in use for a key that was written since, be it the same, and reports it. */
    public void refresh() {
        try {
            if (fixed != null) {
                fixed.hideWith(redaction);
            }
            if (shared != null && shared.refresh()) {
                loadedAt = clock.instant();
                log.info("The API key was written to its file; using it");
                listeners.forEach(KeyListener::sharedKeyChanged);
            }
            for (String projectId : projects == null ? List.<String>of() : changed(projects)) {
                log.atInfo()
                        .addKeyValue("projectId", projectId)
                        .log("The project's API key was written to its file; using it");
                listeners.forEach(listener -> listener.projectKeyChanged(projectId));
            }
        } catch (RuntimeException e) {
            // Costs one comparison; the next one follows.
            log.error("Could not check the key files for changes", e);
        }
    }

    private List<String> changed(ProjectKeys files) {
        for (KeyListener listener : listeners) {
            listener.projectsOfInterest().forEach(files::fileOf);
        }
        return files.refresh();
    }

    @Override
    public void close() {
        refreshing.dispose();
    }

    /** Is notified when calls use another key, or the same that was written again: what refused it may be repaired. */
    public interface KeyListener {
        void sharedKeyChanged();

        void projectKeyChanged(String projectId);

        /** Projects whose own key files are checked although no call was sent for them from here. */
        Collection<String> projectsOfInterest();
    }
}
