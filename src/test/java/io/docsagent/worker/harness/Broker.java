package io.docsagent.worker.harness;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** A real Kafka broker. */
public interface Broker {

    String bootstrapServers();

    /** Configuration that tells a Spring application where the broker is. */
    Class<?> connection();

    /** A client of the caller's own, to be closed. */
    default Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", bootstrapServers()));
    }

    default void create(NewTopic... topics) {
        try (Admin admin = admin()) {
            admin.createTopics(List.of(topics)).all().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
