package io.docsagent.worker.system;

import io.docsagent.worker.process.KafkaNode;
import io.docsagent.worker.process.Ports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclPermissionType;
import org.awaitility.Awaitility;

/**
 * A broker as a process of its own with TLS, SCRAM and ACLs; publishers and subscribers of the tests come by a listener
 * without.
 */
final class SecuredBroker implements Broker, AutoCloseable {

    private static final String STORE_PASSWORD = "changeit";
    private static final String USER_PASSWORD = "worker-secret";

    private final Path home;
    private final KafkaNode node;
    private final int port = Ports.free();
    private final Admin admin;

    SecuredBroker(Path home) {
        this.home = home;
        makeCertificate();
        this.node = new KafkaNode(home, 1);
        node.prepare(Uuid.randomUuid().toString(), List.of(node), settings(), List.of());
        node.start();
        Awaitility.await().atMost(Duration.ofSeconds(90)).until(node::isListening);
        this.admin = Admin.create(Map.of("bootstrap.servers", node.address()));
    }

    private Map<String, String> settings() {
        return Map.of(
                "listeners", node.listeners() + ",CLIENT://127.0.0.1:" + port,
                "advertised.listeners", "BROKER://" + node.address() + ",CLIENT://127.0.0.1:" + port,
                "listener.security.protocol.map", "BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT,CLIENT:SASL_SSL",
                "sasl.enabled.mechanisms", "SCRAM-SHA-512",
                "listener.name.client.scram-sha-512.sasl.jaas.config",
                        "org.apache.kafka.common.security.scram.ScramLoginModule required;",
                "ssl.keystore.location", store("broker.p12").toString(),
                "ssl.keystore.password", STORE_PASSWORD,
                "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                "super.users", "User:ANONYMOUS");
    }

    private void makeCertificate() {
        keytool(
                "-genkeypair",
                "-alias",
                "broker",
                "-keyalg",
                "EC",
                "-dname",
                "CN=127.0.0.1",
                "-ext",
                "san=ip:127.0.0.1",
                "-keystore",
                store("broker.p12").toString());
        keytool(
                "-exportcert",
                "-rfc",
                "-alias",
                "broker",
                "-keystore",
                store("broker.p12").toString(),
                "-file",
                certificate().toString());
    }

    private static void keytool(String... arguments) {
        var command = new java.util.ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", STORE_PASSWORD, "-storetype", "PKCS12"));
        try {
            Process keytool =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (keytool.waitFor() != 0) {
                throw new IllegalStateException(said);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Path store(String name) {
        return home.resolve(name).toAbsolutePath();
    }

    private Path certificate() {
        return store("broker.pem");
    }

    /** A user who may do nothing yet. */
    void addUser(String name) {
        var scram = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096);
        done(admin.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(name, scram, USER_PASSWORD)))
                .all());
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> admin.describeUserScramCredentials(List.of(name))
                                .description(name)
                                .get()
                        != null);
    }

    void allow(String user, List<Right> rights) {
        done(admin.createAcls(rights.stream()
                        .map(right -> new AclBinding(
                                right.resource(),
                                new AccessControlEntry(
                                        "User:" + user, "*", right.operation(), AclPermissionType.ALLOW)))
                        .toList())
                .all());
    }

    Admin admin() {
        return admin;
    }

    /** What a worker's Kafka is set to, by Spring Boot's own settings. */
    List<String> settingsOf(String user) {
        return List.of(
                "spring.kafka.bootstrap-servers=127.0.0.1:" + port,
                "spring.kafka.security.protocol=SASL_SSL",
                "spring.kafka.ssl.bundle=kafka",
                "spring.ssl.bundle.pem.kafka.truststore.certificate=file:" + certificate(),
                "spring.kafka.properties[sasl.mechanism]=SCRAM-SHA-512",
                "spring.kafka.properties[sasl.jaas.config]=org.apache.kafka.common.security.scram.ScramLoginModule"
                        + " required username=\"" + user + "\" password=\"" + USER_PASSWORD + "\";");
    }

    @Override
    public String bootstrapServers() {
        return node.address();
    }

    /** None: the address is among {@link #settingsOf}. */
    @Override
    public Class<?> connection() {
        return NoConnection.class;
    }

    private static final class NoConnection {}

    private static void done(org.apache.kafka.common.KafkaFuture<?> future) {
        try {
            var unused = future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        admin.close();
        node.close();
    }
}
