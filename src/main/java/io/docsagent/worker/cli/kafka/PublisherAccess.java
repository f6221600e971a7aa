package io.docsagent.worker.cli.kafka;

import io.docsagent.worker.client.ClientSettings;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The same for a publisher, who may have a topic of its own. */
public final class PublisherAccess extends KafkaAccess {

    @Option(
            names = "--topic",
            paramLabel = "NAME",
            description = "The publisher's topic; default: $$DOCS_AGENT_TOPICS_REQUESTS, else docs-agent.requests.")
    private @Nullable String topic;

    /** As given by the option; null where it was not. */
    @Nullable
    public String topic() {
        return topic;
    }

    @Override
    public ClientSettings settings(Map<String, String> environment) {
        ClientSettings settings = super.settings(environment);
        return topic == null ? settings : settings.withRequests(topic);
    }
}
