package io.docsagent.worker.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a worker and a sandbox of the service, as processes, for all tests of a class; they get a {@link DocsAgent} as a
 * parameter.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(DocsAgentExtension.class)
public @interface WithDocsAgent {

    /** Kafka's addresses; if empty, {@link #brokersFrom} provides them. */
    String brokers() default "";

    /** Provides Kafka's addresses when the tests begin, for brokers in containers; needs a no-argument constructor. */
    Class<? extends Supplier<String>> brokersFrom() default EmbeddedBrokers.class;

    /** The prefix of all topic names; use a different one for each class that shares a broker. */
    String prefix() default "docs-agent";

    /** Uses per project and period, for the worker and the sandbox. */
    int quota() default 100;

    /** The period of the quota, such as {@code 10s}. */
    String period() default "1h";

    /**
     * Sandbox settings without {@code docs-agent.sandbox.}, such as {@code jobs.takes=2s} or {@code
     * faults[0].fault=answer 503 times 1}.
     */
    String[] sandbox() default {};

    /**
     * Worker settings, such as {@code docs-agent.queue.max-per-project=10}; they replace the kit's own. Those that begin
     * with {@code spring.kafka.properties.}, such as {@code spring.kafka.properties.security.protocol=SASL_SSL}, apply to
     * the kit's clients as well.
     */
    String[] worker() default {};

    /** How long, in seconds, {@link DocsAgent#await} waits. */
    int patience() default 60;
}
