package io.docsagent.worker.sandbox.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.eclipse.jgit.util.FS;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IsolatedSystemTest {

    @Test
    void tells_j_git_how_coarse_the_clock_is_so_that_it_does_not_measure(@TempDir Path folder) {
        var unused = new Repositories(folder, new Repositories.Origins(null, Map.of()));

        assertThat(FS.getFileStoreAttributes(folder).getFsTimestampResolution())
                .isEqualTo(FS.FileStoreAttributes.FALLBACK_TIMESTAMP_RESOLUTION);
    }
}
