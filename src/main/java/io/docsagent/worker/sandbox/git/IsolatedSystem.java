package io.docsagent.worker.sandbox.git;

import java.io.File;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.lib.ConfigConstants;
import org.eclipse.jgit.lib.StoredConfig;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;

/** Isolates JGit from the settings of the user and the machine, which might sign, hook or rewrite commits. */
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
    public StoredConfig getUserConfig() {
        return new OwnConfig();
    }

    @Override
    public StoredConfig getJGitConfig() {
        return new OwnConfig();
    }

    @Override
    public StoredConfig getSystemConfig() {
        return new OwnConfig();
    }

    /** A configuration in memory: nothing is read from or written to a file. */
    private static final class OwnConfig extends FileBasedConfig {

        OwnConfig() {
            super(new File("unwritten"), FS.DETECTED);
            // Repositories are packed after deletions, not in the background while they are cloned.
            setInt("gc", null, "auto", 0);
            // Otherwise packings within an hour would each leave a pack with all objects.
            setString("gc", null, "prunePackExpire", "now");
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
         * Fixes the timestamp resolution of file systems. Otherwise JGit measures it at the first access: it writes
         * files for seconds, in a thread that continues when the waiting thread is interrupted.
         */
        @Override
        public long getTimeUnit(String section, String subsection, String name, long otherwise, TimeUnit unit) {
            return section.equals(ConfigConstants.CONFIG_FILESYSTEM_SECTION)
                    ? unit.convert(FS.FileStoreAttributes.FALLBACK_TIMESTAMP_RESOLUTION)
                    : super.getTimeUnit(section, subsection, name, otherwise, unit);
        }
    }
}
