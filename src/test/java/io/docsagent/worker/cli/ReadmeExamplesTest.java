package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.cli.Tool.Result;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples of operations in the README have the results that it states. */
class ReadmeExamplesTest {

    private static final Path README = Path.of("src/main/java/io/docsagent/worker/cli/README.md");
    private static final String TIME = "20\\d\\d-\\d\\d-\\d\\dT[\\d:.]+Z";

    @Test
    void each_example_prints_what_is_below_it() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
                RunningWorker worker = RunningWorker.start(new EmbeddedBroker(), sandbox);
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            Tool tool = new Tool(worker);
            assertThat(tool.run("hold", "--project", "docs-site").status()).isZero();
            for (String id : List.of("r41", "r42", "r43")) {
                publisher.create("docs-site", id, "Describe the export");
            }
            events.awaitCount(3, Subscriber.type("command.queued"));

            List<String> examples = examples();

            assertThat(examples).hasSizeGreaterThan(5);
            for (String example : examples) {
                int end = example.indexOf('\n');
                Result result = tool.run(Tool.words(example.substring(0, end)));
                assertThat(comparable(result.out() + result.err())).isEqualTo(comparable(example.substring(end + 1)));
            }
        }
    }

    private static List<String> examples() {
        return Snippet.of(README, "console")
                .flatMap(block -> Arrays.stream(block.text().split("(?m)^\\$ docs-agent-worker ")))
                .filter(example -> !example.isEmpty())
                .toList();
    }

    /** Without the times. */
    private static String comparable(String text) {
        return text.replaceAll(TIME, "TIME");
    }
}
