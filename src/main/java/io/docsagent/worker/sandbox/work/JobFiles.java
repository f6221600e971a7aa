package io.docsagent.worker.sandbox.work;

import io.docsagent.worker.sandbox.git.FolderName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** One JSON file per job, beside its project's repository. */
final class JobFiles {

    private static final Logger log = LoggerFactory.getLogger(JobFiles.class);
    private static final String ENDING = ".json";

    private final JsonMapper json = JsonMapper.builder().build();
    private final Path folder;

    JobFiles(Path folder) {
        this.folder = folder;
    }

    /** Whole or not at all: written beside it first. */
    void save(JobRecord job) {
        Path file = file(job);
        Path draft = file.resolveSibling(job.id() + ".draft");
        try {
            Files.createDirectories(file.getParent());
            Files.write(draft, json.writeValueAsBytes(job));
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new UncheckedIOException("A job cannot be kept", failure);
        }
    }

    void delete(JobRecord job) {
        try {
            Files.deleteIfExists(file(job));
        } catch (IOException failure) {
            throw new UncheckedIOException("A job cannot be deleted", failure);
        }
    }

    List<JobRecord> all() {
        List<JobRecord> jobs = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder, 3)) {
                files.filter(file -> file.toString().endsWith(ENDING)
                                && String.valueOf(file.getParent()).endsWith("jobs"))
                        .forEach(file -> read(file, jobs));
            } catch (IOException failure) {
                throw new UncheckedIOException("The jobs cannot be read", failure);
            }
        }
        return jobs;
    }

    /** A file that cannot be read costs its job, not the start. */
    private void read(Path file, List<JobRecord> jobs) {
        try {
            jobs.add(json.readValue(Files.readAllBytes(file), JobRecord.class));
        } catch (IOException | JacksonException unreadable) {
            log.atWarn()
                    .addKeyValue("file", file)
                    .setCause(unreadable)
                    .log("A job was left out: its file cannot be read");
        }
    }

    private Path file(JobRecord job) {
        return folder.resolve(FolderName.of(job.projectId())).resolve("jobs").resolve(job.id() + ENDING);
    }
}
