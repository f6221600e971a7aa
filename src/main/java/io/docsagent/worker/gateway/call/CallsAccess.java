package io.docsagent.worker.gateway.call;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.kafka.event.ConsumerRetryAuthEvent;
import org.springframework.kafka.event.ConsumerRetryAuthSuccessfulEvent;

/**
 * Whether Kafka lets this instance read the calls: the container polls on where it does not, and looks as if it ran.
 */
final class CallsAccess {

    private static final Logger log = LoggerFactory.getLogger(CallsAccess.class);

    private final String topic;
    private final String group;
    private volatile boolean denied;

    CallsAccess(String topic, String group) {
        this.topic = topic;
        this.group = group;
    }

    boolean isDenied() {
        return denied;
    }

    @EventListener
    void retrying(ConsumerRetryAuthEvent refused) {
        if (!denied) {
            denied = true;
            log.atError()
                    .addKeyValue("reason", refused.getReason())
                    .log(
                            "Kafka refuses this instance the calls, so it sends nothing until that ends. Check its login,"
                                    + " and give its user READ on topic {} and READ on group {}; it then goes on by itself",
                            topic,
                            group);
        }
    }

    @EventListener
    void allowed(ConsumerRetryAuthSuccessfulEvent again) {
        denied = false;
        log.atInfo().addKeyValue("topic", topic).log("Kafka lets this instance read the calls again");
    }
}
