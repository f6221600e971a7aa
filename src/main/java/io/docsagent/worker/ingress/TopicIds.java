package io.docsagent.worker.ingress;

import java.util.Collection;
import java.util.Map;

/** Reads from Kafka the ids of topics; that of a topic changes when it is re-created. */
@FunctionalInterface
public interface TopicIds {

    /** The current ids by the topics' names, never an earlier one, without the topics that may not be seen now. */
    Map<String, String> of(Collection<String> topics);
}
