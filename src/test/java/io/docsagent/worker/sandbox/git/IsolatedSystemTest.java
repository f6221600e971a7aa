package io.docsagent.worker.sandbox.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.eclipse.jgit.util.FS;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IsolatedSystemTest {

    @Test
    void tellsJGitHowCoarseTheClockIsSoThatItDoesNotMeasure(@TempDir Path folder) {
        var unused = new Repositories(folder, new Repositories.Origins(null, Map.of()));

        assertThat(FS.getFileStoreAttributes(folder).getFsTimestampResolution())
                .isEqualTo(FS.FileStoreAttributes.FALLBACK_TIMESTAMP_RESOLUTION);
    }
}
