package io.docsagent.worker.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.core.io.ClassPathResource;

/** The commands of the published examples that make a short story. */
final class Examples {

    /** How many of them lead to the end of a job: the follow-up shares its job with the create. */
    static final int JOBS = 2;

    private Examples() {}

    static List<Kafka.Published> all() {
        return List.of(
                new Kafka.Published("docs-site", read("valid/create.json")),
                new Kafka.Published("docs-site", read("valid/follow-up.json")),
                new Kafka.Published("docs-site", read("valid/create-that-fails.json")),
                new Kafka.Published(null, read("invalid/malformed.json")));
    }

    private static String read(String name) {
        try {
            return new ClassPathResource("schemas/examples/command/" + name).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
