package io.docsagent.worker.bench;

import io.docsagent.worker.harness.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** A Java program that uses DBOS Transact, and a PostgreSQL of its own. */
final class DbosSystem extends PeerSystem {

    private static final Path DEBIAN_POSTGRESQL = Path.of("/usr/lib/postgresql");
    private static final String ACCOUNT = "postgres";

    private final Path prepared = prepared("dbos", maven());
    private final Path postgresql = postgresql();
    private final Path data;
    private final int storePort = Ports.free();

    private DbosSystem(DurableSetting setting) {
        super(setting);
        this.data = newDataFolder(folder());
        ChildProcess.run(
                "dbos-initdb",
                data,
                Map.of(),
                asPostgres("initdb", "-D", ".", "-U", ACCOUNT, "-A", "trust", "-E", "UTF8", "--no-locale"));
    }

    static DurableSystem start(DurableSetting setting) {
        return started(new DbosSystem(setting));
    }

    /** With PostgreSQL's own settings, so that a commit is on the disk before it is answered. */
    @Override
    ChildProcess newServer() {
        ChildProcess server = ChildProcess.start(
                "dbos-postgresql",
                data,
                Map.of(),
                asPostgres(
                        "postgres",
                        "-D",
                        ".",
                        "-p",
                        Integer.toString(storePort),
                        "-c",
                        "listen_addresses=127.0.0.1",
                        "-c",
                        "unix_socket_directories="));
        server.awaitLine("database system is ready to accept connections");
        return server;
    }

    @Override
    ChildProcess newProgram() {
        Map<String, String> environment = new HashMap<>(environment());
        environment.put("DBOS_SYSTEM_JDBC_URL", "jdbc:postgresql://127.0.0.1:" + storePort + "/dbos");
        environment.put("PGUSER", ACCOUNT);
        environment.put("PGPASSWORD", "not asked for");
        ChildProcess program = ChildProcess.start(
                "dbos",
                folder(),
                environment,
                List.of(JAVA, "-jar", prepared.resolve("target/dbos.jar").toString()));
        awaitAnswer(program, get(program() + "/ready"), answer -> answer.statusCode() == 200);
        return program;
    }

    /** PostgreSQL refuses to run as root. */
    private List<String> asPostgres(String name, String... arguments) {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("setpriv", "--reuid=" + ACCOUNT, "--regid=" + ACCOUNT, "--clear-groups"));
        }
        command.add(postgresql.resolve(name).toString());
        command.addAll(List.of(arguments));
        return command;
    }

    private static Path newDataFolder(Path folder) {
        try {
            Path data = Files.createDirectories(folder.resolve("postgresql"));
            if (isRoot()) {
                Files.setOwner(
                        data,
                        data.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(ACCOUNT));
                Set<PosixFilePermission> permissions = new HashSet<>(Files.getPosixFilePermissions(folder));
                permissions.add(PosixFilePermission.OTHERS_EXECUTE);
                Files.setPosixFilePermissions(folder, permissions);
            }
            return data;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    /** The folder of the newest PostgreSQL's programs. */
    private static Path postgresql() {
        try (Stream<Path> versions =
                Files.isDirectory(DEBIAN_POSTGRESQL) ? Files.list(DEBIAN_POSTGRESQL) : Stream.of()) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(programs -> Files.isExecutable(programs.resolve("postgres")))
                    .max(Comparator.naturalOrder())
                    .orElseThrow(
                            () -> new IllegalStateException("There is no PostgreSQL; install Debian's postgresql"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
