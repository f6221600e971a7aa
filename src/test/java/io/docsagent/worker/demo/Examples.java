package io.docsagent.worker.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.core.io.ClassPathResource;

/** Commands that make a short story: the published examples, and some that wait for two seconds. */
final class Examples {

    /** How many of them lead to the end of a job: the follow-up shares its job with the create. */
    static final int JOBS = 3;

    private static final Duration DELAY = Duration.ofSeconds(2);

    private Examples() {}

    /** @param now when they are published */
    static List<Kafka.Published> all(Instant now) {
        Instant later = now.plus(DELAY);
        return List.of(
                new Kafka.Published("docs-site", read("valid/create.json")),
                new Kafka.Published("docs-site", read("valid/follow-up.json")),
                new Kafka.Published("docs-site", read("valid/create-that-fails.json")),
                new Kafka.Published(null, read("invalid/malformed.json")),
                ofProject(push("4711", later)),
                ofProject(push("4712", later)),
                ofProject(create("page-nobody-needs", "Add a page that nobody needs.", later, "")),
                ofProject("""
                        {"type":"cancel","projectId":"docs-site","cancelCommandId":"page-nobody-needs","reason":"nobody needs it"}\
                        """));
    }

    /** They coalesce: the second one takes the place of the first, whose prompt stays. */
    private static String push(String commit, Instant notBefore) {
        return create(
                "push-" + commit,
                "Describe what commit " + commit + " changed.",
                notBefore,
                ",\"coalesce\":{\"key\":\"main\",\"mode\":\"append\"}");
    }

    private static String create(String commandId, String prompt, Instant notBefore, String more) {
        return """
                {"type":"create","projectId":"docs-site","commandId":"%s","prompt":"%s","notBefore":"%s"%s}\
                """.formatted(commandId, prompt, notBefore, more);
    }

    private static Kafka.Published ofProject(String command) {
        return new Kafka.Published("docs-site", command);
    }

    private static String read(String name) {
        try {
            return new ClassPathResource("schemas/examples/command/" + name).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
