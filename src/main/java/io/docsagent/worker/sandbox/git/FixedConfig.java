package io.docsagent.worker.sandbox.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The configuration of every repository of the sandbox: no remote with its credentials, no filter, no hook. */
final class FixedConfig {

    private static final String TEXT = """
            [core]
            \trepositoryformatversion = 0
            \tfilemode = true
            \tbare = true
            """;

    private FixedConfig() {}

    /** Replaces what a clone or an earlier version has written. */
    static void write(Path repository) throws IOException {
        Path draft = repository.resolve("config.draft");
        Files.deleteIfExists(draft);
        Files.writeString(draft, TEXT);
        Files.move(draft, repository.resolve("config"), StandardCopyOption.REPLACE_EXISTING);
        Folders.delete(repository.resolve("hooks"));
    }
}
