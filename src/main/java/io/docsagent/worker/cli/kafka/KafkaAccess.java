package io.docsagent.worker.cli.kafka;

import io.docsagent.worker.client.ClientSettings;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Where Kafka is: by the worker's environment variables, then by a file of properties, then by options, each of which
 * replaces what was there before.
 */
public class KafkaAccess {

    private static final String PROPERTIES = "SPRING_KAFKA_PROPERTIES_";
    private static final String SSL = "SPRING_KAFKA_SSL_";
    private static final Pattern PUBLISHERS_TOPIC = Pattern.compile("DOCS_AGENT_PUBLISHERS_.+_TOPIC");

    /** The worker's settings for TLS, and what Kafka calls them. */
    private static final Map<String, String> SSL_NAMES = Map.ofEntries(
            Map.entry("TRUST_STORE_TYPE", "ssl.truststore.type"),
            Map.entry("TRUST_STORE_LOCATION", "ssl.truststore.location"),
            Map.entry("TRUST_STORE_PASSWORD", "ssl.truststore.password"),
            Map.entry("TRUST_STORE_CERTIFICATES", "ssl.truststore.certificates"),
            Map.entry("KEY_STORE_TYPE", "ssl.keystore.type"),
            Map.entry("KEY_STORE_LOCATION", "ssl.keystore.location"),
            Map.entry("KEY_STORE_PASSWORD", "ssl.keystore.password"),
            Map.entry("KEY_STORE_KEY", "ssl.keystore.key"),
            Map.entry("KEY_STORE_CERTIFICATE_CHAIN", "ssl.keystore.certificate.chain"),
            Map.entry("KEY_PASSWORD", "ssl.key.password"));

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--bootstrap-servers",
            paramLabel = "HOST:PORT,...",
            description = "Addresses of Kafka; default: $$SPRING_KAFKA_BOOTSTRAP_SERVERS, else localhost:9092.")
    private @Nullable String bootstrapServers;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A file with Kafka client settings, such as security.protocol and sasl.jaas.config.")
    private @Nullable Path config;

    public ClientSettings settings(Map<String, String> environment) {
        Map<String, String> kafka = new HashMap<>();
        kafka.put("bootstrap.servers", "localhost:9092");
        environment.forEach((name, value) -> add(name, value, kafka));
        kafka.putAll(fromFile());
        if (bootstrapServers != null) {
            kafka.put("bootstrap.servers", bootstrapServers);
        }
        return ClientSettings.of(kafka)
                .withTopics(
                        topicOf(environment, "requests"),
                        topicOf(environment, "commands"),
                        topicOf(environment, "job-status"));
    }

    /** Those of all publishers that the worker would have with the same environment. */
    public static Set<String> publishersTopics(Map<String, String> environment) {
        Set<String> topics = new TreeSet<>();
        topics.add(topicOf(environment, "requests"));
        environment.forEach((name, value) -> {
            if (PUBLISHERS_TOPIC.matcher(name).matches()) {
                topics.add(value);
            }
        });
        return topics;
    }

    /** As the worker names it with the same environment; the name is that of the setting. */
    public static String topicOf(Map<String, String> environment, String name) {
        String variable = "DOCS_AGENT_TOPICS_" + name.toUpperCase(Locale.ROOT).replace('-', '_');
        String set = environment.getOrDefault(variable, "");
        // Empty for the worker: it does not write the topic, which then should not exist.
        return set.isEmpty() ? environment.getOrDefault("DOCS_AGENT_INSTALLATION", "") + "docs-agent." + name : set;
    }

    private void add(String name, String value, Map<String, String> kafka) {
        if (name.equals("SPRING_KAFKA_BOOTSTRAP_SERVERS")) {
            kafka.put("bootstrap.servers", value);
        } else if (name.equals("SPRING_KAFKA_SECURITY_PROTOCOL")) {
            kafka.put("security.protocol", value);
        } else if (name.startsWith(PROPERTIES)) {
            kafka.put(
                    name.substring(PROPERTIES.length()).toLowerCase(Locale.ROOT).replace('_', '.'), value);
        } else if (name.startsWith(SSL)) {
            String known = SSL_NAMES.get(name.substring(SSL.length()));
            if (known == null && config != null) {
                return;
            }
            if (known == null) {
                throw new ParameterException(
                        spec.commandLine(),
                        name + " is not supported by the tools: give Kafka's own settings (ssl.*) in a file with"
                                + " --config.");
            }
            kafka.put(known, value.startsWith("file:") ? value.substring("file:".length()) : value);
        }
    }

    private Map<String, String> fromFile() {
        if (config == null) {
            return Map.of();
        }
        Properties properties = new Properties();
        try (Reader file = Files.newBufferedReader(config)) {
            properties.load(file);
        } catch (IOException | IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), "--config: " + config + " cannot be read as a properties file: " + e);
        }
        Map<String, String> known = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> known.put(name, properties.getProperty(name)));
        return known;
    }
}
