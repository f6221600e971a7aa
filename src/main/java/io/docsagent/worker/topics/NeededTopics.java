package io.docsagent.worker.topics;

import io.docsagent.worker.contract.Topics;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The topics that the worker needs, compared with those that Kafka has when something fails: Kafka's clients wait for a
 * deleted topic as they wait for a broker.
 */
public final class NeededTopics {

    private final UnaryOperator<Set<String>> absent;
    private final Map<String, String> lostWith;
    private volatile List<String> missing = List.of();

    /**
     * @param absent asks Kafka which of some topics it does not have
     * @param requests the topics of all publishers
     * @param applicationId of Kafka Streams, with which the topics of the state begin
     */
    public NeededTopics(
            UnaryOperator<Set<String>> absent, Topics topics, Collection<String> requests, String applicationId) {
        this.absent = absent;
        this.lostWith = lostWith(topics, requests, applicationId);
    }

    private static Map<String, String> lostWith(Topics topics, Collection<String> requests, String applicationId) {
        String restart = ". Restart this instance to recreate it";
        Map<String, String> lost = new LinkedHashMap<>();
        requests.forEach(name ->
                lost.put(name, "commands that were not yet read: their publishers must publish them again" + restart));
        lost.put(
                topics.inputs(),
                "commands and outcomes that were not yet processed: their publishers must publish such commands again,"
                        + " and calls without an outcome end as unknown. The state is in other topics" + restart);
        lost.put(topics.calls(), "calls that were not yet made: their commands end as unknown (no_trace)" + restart);
        lost.put(topics.jobStatus(), "events that subscribers had not read" + restart);
        if (topics.publishesCommands()) {
            lost.put(topics.commands(), "the records of commands that no longer change" + restart);
        }
        lost.put(topics.requestsDlt(), "the dead letters" + restart);
        lost.put(topics.operations(), "operations that were not yet read" + restart);
        lost.put(topics.operationsDlt(), "the operations' dead letters" + restart);
        if (topics.readsPullRequests()) {
            lost.put(topics.pullRequests(), "reports of pull requests that were not yet read" + restart);
            lost.put(topics.pullRequestsDlt(), "the dead letters of those reports" + restart);
        }
        StoreNames.changelogsOf(applicationId)
                .forEach(name -> lost.put(
                        name, "state, once all instances stop: do not recreate it by hand. A start says what to do"));
        return lost;
    }

    /** Those that were missing when Kafka was last asked. */
    public List<String> missing() {
        return missing;
    }

    /** What is missing, what is lost with it, and what to do. */
    public String explained() {
        return missing.stream()
                .map(name -> "Topic " + name + " was deleted, and with it " + lostWith.get(name))
                .collect(Collectors.joining("; "));
    }

    /** Nothing is missing any more, since everything works. */
    public void allWorks() {
        missing = List.of();
    }

    /** Asks Kafka; where it does not answer, no topic is missing. */
    public synchronized List<String> ask() {
        missing = absent.apply(lostWith.keySet()).stream().sorted().toList();
        return missing;
    }
}
