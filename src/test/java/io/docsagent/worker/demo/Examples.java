package io.docsagent.worker.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.springframework.core.io.ClassPathResource;

/** Commands that make a short story: the published examples, and some that are changed while they wait. */
final class Examples {

    /** How many of them lead to the end of a job: the follow-up shares its job with the create. */
    static final int JOBS = 3;

    /** Longer than anybody watches: the commands that it delays are replaced or cancelled before. */
    private static final Duration DELAY = Duration.ofHours(1);

    private static final String FIRST_PUSH = "push-4711";
    private static final String NOT_NEEDED = "page-nobody-needs";

    /** Those of the first commands that wait until {@link #last} changes them. */
    static final Set<String> WAITING = Set.of(FIRST_PUSH, NOT_NEEDED);

    private Examples() {}

    /** @param now when they are published */
    static List<Kafka.Published> first(Instant now) {
        return List.of(
                new Kafka.Published("docs-site", read("valid/create.json")),
                new Kafka.Published("docs-site", read("valid/follow-up.json")),
                new Kafka.Published("docs-site", read("valid/create-that-fails.json")),
                new Kafka.Published(null, read("invalid/malformed.json")),
                push(FIRST_PUSH, now.plus(DELAY)),
                create(NOT_NEEDED, "Add a page that nobody needs.", now.plus(DELAY), ""));
    }

    /**
     * A second push, which coalesces with the first one: its prompt is appended, and both are sent now; and a cancel.
     *
     * @param now when they are published
     */
    static List<Kafka.Published> last(Instant now) {
        return List.of(push("push-4712", now), ofProject("""
                        {"type":"cancel","projectId":"docs-site","cancelCommandId":"%s","reason":"nobody needs it"}\
                        """.formatted(NOT_NEEDED)));
    }

    private static Kafka.Published push(String commandId, Instant notBefore) {
        return create(
                commandId,
                "Describe what " + commandId + " changed.",
                notBefore,
                ",\"coalesce\":{\"key\":\"main\",\"mode\":\"append\"}");
    }

    private static Kafka.Published create(String commandId, String prompt, Instant notBefore, String more) {
        return ofProject("""
                {"type":"create","projectId":"docs-site","commandId":"%s","prompt":"%s","notBefore":"%s"%s}\
                """.formatted(commandId, prompt, notBefore, more));
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
