package io.docsagent.worker.sandbox.work;

import io.docsagent.worker.sandbox.git.FolderName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Stores one JSON file per job, next to its project's repository. */
final class JobFiles {

    private static final Logger log = LoggerFactory.getLogger(JobFiles.class);
    private static final String ENDING = ".json";

    private final Path folder;

    JobFiles(Path folder) {
        this.folder = folder;
    }

    /** Atomic: writes another file first, then renames it. */
    void save(JobRecord job) {
        Path file = file(job);
        Path draft = file.resolveSibling(job.id() + ".draft");
        try {
            Files.createDirectories(file.getParent());
            Files.write(draft, JsonMapper.shared().writeValueAsBytes(job));
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new UncheckedIOException("A job cannot be stored", failure);
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
        for (Path project : inside(folder)) {
            for (Path file : inside(project.resolve("jobs"))) {
                // Reading a pipe of that name would block.
                if (file.toString().endsWith(ENDING) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    read(file, jobs);
                }
            }
        }
        return jobs;
    }

    /** Jobs in a folder that cannot be read are skipped, so that the sandbox starts. */
    private static List<Path> inside(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        } catch (NoSuchFileException | NotDirectoryException none) {
            return List.of();
        } catch (IOException | UncheckedIOException unreadable) {
            log.atWarn()
                    .addKeyValue("folder", folder)
                    .setCause(unreadable)
                    .log("Jobs are missing because their folder cannot be read");
            return List.of();
        }
    }

    /** A job whose file cannot be read is skipped, so that the sandbox starts. */
    private void read(Path file, List<JobRecord> jobs) {
        try {
            jobs.add(JsonMapper.shared().readValue(Files.readAllBytes(file), JobRecord.class));
        } catch (IOException | JacksonException unreadable) {
            log.atWarn()
                    .addKeyValue("file", file)
                    .setCause(unreadable)
                    .log("A job is missing because its file cannot be read");
        }
    }

    private Path file(JobRecord job) {
        return folder.resolve(FolderName.of(job.projectId())).resolve("jobs").resolve(job.id() + ENDING);
    }
}
