package io.docsagent.worker.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
public final class SecuredBroker implements Broker, AutoCloseable {

    private static final String USER_PASSWORD = "worker \"secret\" $1\\";

    private final Path home;
    private final Path store;
    private final Path certificate;
    private final KafkaNode node;
    private final int port = Ports.free();
    private final Admin admin;

    public SecuredBroker(Path home) {
        KeyStores keys = new KeyStores(home.toAbsolutePath());
        this.home = home;
        this.store = keys.identity("broker", "ip:127.0.0.1");
        this.certificate = keys.certificate("broker");
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
                "ssl.keystore.location", store.toString(),
                "ssl.keystore.password", KeyStores.PASSWORD,
                "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                "super.users", "User:ANONYMOUS");
    }

    /** A user who may do nothing yet. */
    public void addUser(String name) {
        var scram = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096);
        var unused = Waiting.resultOf(
                admin.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(name, scram, USER_PASSWORD)))
                        .all());
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> admin.describeUserScramCredentials(List.of(name))
                                .description(name)
                                .get()
                        != null);
    }

    public void allow(String user, List<Right> rights) {
        var unused = Waiting.resultOf(admin.createAcls(bindings(user, rights)).all());
    }

    /** Takes rights away. */
    public void deny(String user, List<Right> rights) {
        var unused = Waiting.resultOf(admin.deleteAcls(bindings(user, rights).stream()
                        .map(AclBinding::toFilter)
                        .toList())
                .all());
    }

    private static List<AclBinding> bindings(String user, List<Right> rights) {
        return rights.stream()
                .map(right -> new AclBinding(
                        right.resource(),
                        new AccessControlEntry("User:" + user, "*", right.operation(), AclPermissionType.ALLOW)))
                .toList();
    }

    /** What a worker's Kafka is set to, by Spring Boot's own settings; the password is in a file, as in production. */
    public List<String> settingsOf(String user) {
        return List.of(
                "spring.kafka.bootstrap-servers=127.0.0.1:" + port,
                "spring.kafka.security.protocol=SASL_SSL",
                "spring.kafka.ssl.bundle=kafka",
                "spring.ssl.bundle.pem.kafka.truststore.certificate=file:" + certificate,
                "spring.kafka.properties[sasl.mechanism]=SCRAM-SHA-512",
                "spring.config.import=configtree:" + folderWithLoginOf(user) + "/");
    }

    private Path folderWithLoginOf(String user) {
        try {
            Path folder = Files.createDirectories(home.toAbsolutePath().resolve("login-" + user));
            Files.writeString(folder.resolve("spring.kafka.properties.sasl.jaas.config"), loginOf(user));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same for a client of Kafka, by Kafka's own settings. */
    public Map<String, String> kafkaSettingsOf(String user) {
        return Map.of(
                "bootstrap.servers",
                "127.0.0.1:" + port,
                "security.protocol",
                "SASL_SSL",
                "ssl.truststore.type",
                "PEM",
                "ssl.truststore.location",
                certificate.toString(),
                "sasl.mechanism",
                "SCRAM-SHA-512",
                "sasl.jaas.config",
                loginOf(user));
    }

    private static String loginOf(String user) {
        return "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"" + user + "\" password=\""
                + USER_PASSWORD.replace("\\", "\\\\").replace("\"", "\\\"") + "\";";
    }

    @Override
    public String bootstrapServers() {
        return node.address();
    }

    @Override
    public void close() {
        admin.close();
        node.close();
    }
}
