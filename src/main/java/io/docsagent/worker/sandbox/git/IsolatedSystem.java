package io.docsagent.worker.sandbox.git;

import java.io.File;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.ConfigConstants;
import org.eclipse.jgit.lib.StoredConfig;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;
import org.jspecify.annotations.Nullable;

/** Git without the user's and the machine's settings, which might sign, hook or rewrite what is committed. */
final class IsolatedSystem extends SystemReader.Delegate {

    private IsolatedSystem(SystemReader system) {
        super(system);
    }

    static synchronized void install() {
        if (!(SystemReader.getInstance() instanceof IsolatedSystem)) {
            SystemReader.setInstance(new IsolatedSystem(SystemReader.getInstance()));
        }
    }

    @Override
    public FileBasedConfig openSystemConfig(Config parent, FS fs) {
        return new OwnConfig(parent, fs);
    }

    @Override
    public FileBasedConfig openUserConfig(Config parent, FS fs) {
        return new OwnConfig(parent, fs);
    }

    @Override
    public FileBasedConfig openJGitConfig(Config parent, FS fs) {
        return new OwnConfig(parent, fs);
    }

    @Override
    public StoredConfig getUserConfig() {
        return new OwnConfig(null, FS.DETECTED);
    }

    @Override
    public StoredConfig getJGitConfig() {
        return new OwnConfig(null, FS.DETECTED);
    }

    @Override
    public StoredConfig getSystemConfig() {
        return new OwnConfig(null, FS.DETECTED);
    }

    /** Not a file in truth: nothing is read, nothing is written. */
    private static final class OwnConfig extends FileBasedConfig {

        OwnConfig(@Nullable Config parent, FS fs) {
            super(parent, new File("unwritten"), fs);
            // Repositories are packed when something was removed from them, not behind the back of a clone.
            setInt("gc", null, "auto", 0);
        }

        @Override
        public void load() {}

        @Override
        public void save() {}

        @Override
        public boolean isOutdated() {
            return false;
        }

        /**
         * Answers how coarse a file system's clock is. Unanswered, JGit measures it when it first sees the file system:
         * it writes files there for seconds, in a thread that goes on when the one that waits for it is interrupted.
         */
        @Override
        public long getTimeUnit(String section, String subsection, String name, long otherwise, TimeUnit unit) {
            return section.equals(ConfigConstants.CONFIG_FILESYSTEM_SECTION)
                    ? unit.convert(FS.FileStoreAttributes.FALLBACK_TIMESTAMP_RESOLUTION)
                    : super.getTimeUnit(section, subsection, name, otherwise, unit);
        }
    }
}
