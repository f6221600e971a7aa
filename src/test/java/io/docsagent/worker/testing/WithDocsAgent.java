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

    /** The addresses of Kafka; where they are empty, {@link #brokersFrom} knows them. */
    String brokers() default "";

    /**
     * Says where Kafka is when the tests begin, for brokers in containers; a class with a constructor without parameters.
     */
    Class<? extends Supplier<String>> brokersFrom() default EmbeddedBrokers.class;

    /** What the names of all topics begin with; one of its own for each class that shares its broker. */
    String prefix() default "docs-agent";

    /** Uses for each project and period, of the worker and of the sandbox. */
    int quota() default 100;

    /** The period of the quota, such as {@code 10s}. */
    String period() default "1h";

    /**
     * Settings of the sandbox without {@code docs-agent.sandbox.}, such as {@code jobs.takes=2s} or {@code
     * faults[0].fault=answer 503 times 1}.
     */
    String[] sandbox() default {};

    /** Settings of the worker, such as {@code docs-agent.queue.max-per-project=10}. */
    String[] worker() default {};

    /** How long, in seconds, {@link DocsAgent#await} waits. */
    int patience() default 60;
}
