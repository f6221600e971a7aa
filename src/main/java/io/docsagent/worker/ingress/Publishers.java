package io.docsagent.worker.ingress;

import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.settings.PublisherSettings;
import io.docsagent.worker.settings.TopicSettings;
import io.docsagent.worker.settings.WorkerCannotStartException;
import io.docsagent.worker.settings.WorkerProperties;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Who publishes commands on which topic, and what each publisher may do. */
public final class Publishers {

    private static final String SETTING = "docs-agent.publishers.";

    /** Each is a value of a label in metrics. */
    private static final int MOST = 64;

    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    private final Map<String, Source> byTopic;

    /** A publisher, as its settings have it. */
    record Source(String name, PublisherSettings settings) {}

    private Publishers(Map<String, Source> byTopic) {
        this.byTopic = Collections.unmodifiableMap(byTopic);
    }

    /**
     * The publishers that are configured, and the default one.
     *
     * @throws WorkerCannotStartException with what to do, where names or topics do not fit
     */
    public static Publishers of(WorkerProperties settings) {
        Map<String, PublisherSettings> named = new TreeMap<>(settings.publishers());
        PublisherSettings usual = named.remove(Publisher.DEFAULT);
        List<String> misfits = new ArrayList<>();
        addMisfits(named, ownTopics(settings.topics(), misfits), misfits);
        if (usual != null && usual.topic() != null) {
            misfits.add(SETTING + Publisher.DEFAULT + ".topic must not be set: the default publisher's topic is"
                    + " docs-agent.topics.requests. Set that, or give the publisher another name.");
        }
        if (!misfits.isEmpty()) {
            throw new WorkerCannotStartException(String.join(System.lineSeparator(), misfits));
        }
        Map<String, Source> byTopic = new LinkedHashMap<>();
        byTopic.put(
                settings.topics().requests(),
                new Source(Publisher.DEFAULT, Objects.requireNonNullElse(usual, PublisherSettings.USUAL)));
        named.forEach((name, publisher) ->
                byTopic.put(Objects.requireNonNull(publisher.topic()), new Source(name, publisher)));
        return new Publishers(byTopic);
    }

    /** @param taken the settings of topics that no publisher may have, by topic; receives those of publishers */
    private static void addMisfits(
            Map<String, PublisherSettings> named, Map<String, String> taken, List<String> misfits) {
        if (named.size() >= MOST) {
            misfits.add("docs-agent.publishers has " + named.size() + " publishers besides the default, but at most "
                    + (MOST - 1) + " are allowed. Have some share a topic.");
        }
        named.forEach((name, publisher) -> {
            String topic = publisher.topic();
            if (!NAME.matcher(name).matches()) {
                misfits.add(SETTING + name + ": a publisher's name must match " + NAME
                        + ", since events and metrics show it. Rename it.");
            }
            if (topic == null || topic.isBlank()) {
                misfits.add(
                        SETTING + name + ".topic must be set to the topic that the publisher writes its commands to.");
                return;
            }
            String other = taken.putIfAbsent(topic, SETTING + name + ".topic");
            if (other != null) {
                misfits.add(SETTING + name + ".topic and " + other + " are both " + topic
                        + ". Give each publisher its own topic: only the topic identifies a publisher.");
            }
        });
    }

    private static Map<String, String> ownTopics(TopicSettings topics, List<String> misfits) {
        Map<String, String> byName = new LinkedHashMap<>();
        byName.put("requests", topics.requests());
        byName.put("inputs", topics.inputs());
        byName.put("calls", topics.calls());
        byName.put("job-status", topics.jobStatus());
        byName.put("commands", topics.commands());
        byName.put("requests-dlt", topics.requestsDlt());
        byName.put("operations", topics.operations());
        byName.put("operations-dlt", topics.operationsDlt());
        byName.put("pull-requests", topics.pullRequests());
        byName.put("pull-requests (its dead letters)", topics.names().pullRequestsDlt());
        byName.values().removeIf(String::isBlank);
        Map<String, String> own = new HashMap<>();
        byName.forEach((name, topic) -> {
            String other = own.putIfAbsent(topic, "docs-agent.topics." + name);
            if (other != null) {
                misfits.add("docs-agent.topics." + name + " and " + other + " are both " + topic
                        + ". Give each its own topic.");
            }
        });
        return own;
    }

    /** The topics with commands, the default publisher's first. */
    public Collection<String> topics() {
        return byTopic.keySet();
    }

    /** The publishers' names, the default one's first. */
    public List<String> names() {
        return byTopic.values().stream().map(Source::name).toList();
    }

    /** The publishers' names by their topics. */
    public Map<String, String> namesByTopic() {
        Map<String, String> names = new HashMap<>();
        byTopic.forEach((topic, source) -> names.put(topic, source.name()));
        return names;
    }

    /** Whose topic it is. */
    Source of(String topic) {
        return Objects.requireNonNull(byTopic.get(topic), topic);
    }
}
