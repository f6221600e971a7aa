package io.docsagent.worker.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.jks.JksSslStoreBundle;
import org.springframework.boot.ssl.jks.JksSslStoreDetails;

/** Self-signed certificates, made by the JDK's keytool. */
public final class KeyStores {

    public static final String PASSWORD = "changeit";

    private final Path folder;

    public KeyStores(Path folder) {
        this.folder = folder;
    }

    /** A store with a key of its own and a certificate for these names, each {@code dns:} or {@code ip:} and a name. */
    public Path identity(String name, String... hosts) {
        Path store = folder.resolve(name + ".p12");
        if (!Files.exists(store)) {
            List<String> arguments =
                    new ArrayList<>(List.of("-genkeypair", "-alias", name, "-keyalg", "EC", "-dname", "CN=" + name));
            if (hosts.length > 0) {
                arguments.addAll(List.of("-ext", "san=" + String.join(",", hosts)));
            }
            keytool(store, arguments);
        }
        return store;
    }

    /** A store that trusts the certificate of this {@link #identity} and no other. */
    public Path trustIn(String name) {
        Path store = folder.resolve("trust-" + name + ".p12");
        if (!Files.exists(store)) {
            keytool(
                    store,
                    List.of(
                            "-importcert",
                            "-noprompt",
                            "-alias",
                            name,
                            "-file",
                            certificate(name).toString()));
        }
        return store;
    }

    /** The certificate of this {@link #identity} as PEM. */
    public Path certificate(String name) {
        Path certificate = folder.resolve(name + ".pem");
        if (!Files.exists(certificate)) {
            keytool(identity(name), List.of("-exportcert", "-rfc", "-alias", name, "-file", certificate.toString()));
        }
        return certificate;
    }

    /** As Spring Boot would make it of {@code spring.ssl.bundle.jks.*}. */
    public SslBundle bundle(@Nullable Path identity, Path trust) {
        return SslBundle.of(new JksSslStoreBundle(identity == null ? null : details(identity), details(trust)));
    }

    private static JksSslStoreDetails details(Path store) {
        return JksSslStoreDetails.forLocation(store.toUri().toString()).withPassword(PASSWORD);
    }

    private static void keytool(Path store, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(arguments);
        command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD, "-storetype", "PKCS12"));
        try {
            Process keytool =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (keytool.waitFor() != 0) {
                throw new IllegalStateException(said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
