package io.docsagent.worker.harness;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** A broker to which the commits of Kafka Streams take as long as the worker's setting {@link #TAKE} says. */
public record SlowCommits(Broker broker) implements Broker {

    public static final String TAKE = "test.commits-take";

    @Override
    public String bootstrapServers() {
        return broker.bootstrapServers();
    }

    @Override
    public Class<?> connection() {
        return Connection.class;
    }

    /** Of the embedded broker. */
    public static class Connection extends EmbeddedBroker.Connection {
        @Bean
        public static Commits slowCommits(Environment settings) {
            return new Commits(settings.getRequiredProperty(TAKE, Duration.class));
        }
    }

    /** Delays and counts the commits of one worker. */
    public static final class Commits implements BeanPostProcessor {

        private final AtomicInteger count = new AtomicInteger();
        private final Runnable usual;
        private final AtomicReference<Runnable> beforeNext;

        Commits(Duration take) {
            usual = () -> LockSupport.parkNanos(take.toNanos());
            beforeNext = new AtomicReference<>(usual);
        }

        public int count() {
            return count.get();
        }

        /** Delays the next commit by what this does. */
        public void beforeNext(Runnable once) {
            beforeNext.set(once);
        }

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            return bean instanceof KafkaClientSupplier clients ? withSlowProducers(clients) : bean;
        }

        private Object withSlowProducers(KafkaClientSupplier clients) {
            return intercept(KafkaClientSupplier.class, (method, arguments) -> {
                Object client = call(clients, method, arguments);
                return client instanceof Producer<?, ?> producer ? slow(producer) : client;
            });
        }

        private Object slow(Producer<?, ?> producer) {
            return intercept(Producer.class, (method, arguments) -> {
                if (method.getName().equals("commitTransaction")) {
                    count.incrementAndGet();
                    beforeNext.getAndSet(usual).run();
                }
                return call(producer, method, arguments);
            });
        }
    }

    private interface Call {
        Object with(Method method, Object[] arguments) throws Throwable;
    }

    private static Object intercept(Class<?> type, Call call) {
        return Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call.with(method, arguments));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
