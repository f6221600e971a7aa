package io.docsagent.worker.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import kafka.admin.ConfigCommand;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.tools.AclCommand;
import org.apache.kafka.tools.TopicCommand;
import org.apache.kafka.tools.consumer.ConsoleConsumer;
import org.apache.kafka.tools.consumer.group.ConsumerGroupCommand;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Kafka's own tools, in a JVM that a shell asks for them: each would otherwise start one, and end it. */
final class KafkaTools {

    private static final Map<String, Class<?>> TOOLS = Map.of(
            "kafka-acls.sh", AclCommand.class,
            "kafka-configs.sh", ConfigCommand.class,
            "kafka-console-consumer.sh", ConsoleConsumer.class,
            "kafka-consumer-groups.sh", ConsumerGroupCommand.class,
            "kafka-topics.sh", TopicCommand.class);

    static final Set<String> NAMES = TOOLS.keySet();

    /** Makes a bash take them for the programs; {@code PORT} is where they are. */
    static final String IN_A_SHELL = """
            ask() { exec 3<> "/dev/tcp/127.0.0.1/$PORT"; printf '%s\\n' "$@" '' >&3; cat <&3; }
            """
            + NAMES.stream()
                    .map(name -> "%1$s() { (ask %1$s \"$@\"); }\n".formatted(name))
                    .collect(Collectors.joining());

    /** What the JVM says when it can be asked. */
    static final String PORT = "Kafka's tools are at port ";

    private static final PrintStream OUT = System.out;

    /** The first status with which the running one wanted to end. */
    private static @Nullable Integer ended;

    private KafkaTools() {}

    public static void main(String[] arguments) throws IOException {
        ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger("ROOT").setLevel(Level.WARN);
        Exit.setExitProcedure((status, message) -> {
            // Some take the exception for a failure of their own, and end once more.
            if (ended == null) {
                ended = status;
            }
            throw new IllegalStateException("end");
        });
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            OUT.println(PORT + server.getLocalPort());
            while (true) {
                try (Socket shell = server.accept();
                        PrintStream answer = new PrintStream(shell.getOutputStream(), true, StandardCharsets.UTF_8)) {
                    run(words(shell), answer);
                }
            }
        }
    }

    private static List<String> words(Socket shell) throws IOException {
        var reader = new BufferedReader(new InputStreamReader(shell.getInputStream(), StandardCharsets.UTF_8));
        List<String> words = new ArrayList<>();
        for (String word = reader.readLine(); word != null && !word.isEmpty(); word = reader.readLine()) {
            words.add(word);
        }
        return words;
    }

    private static void run(List<String> words, PrintStream answer) {
        System.setOut(answer);
        System.setErr(answer);
        ended = null;
        try {
            Objects.requireNonNull(TOOLS.get(words.getFirst()), words.getFirst())
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) words.stream().skip(1).toArray(String[]::new));
        } catch (ReflectiveOperationException | RuntimeException e) {
            if (ended == null) {
                ended = -1;
            }
        }
        if (ended != null && ended != 0) {
            answer.println(words.getFirst() + " ended with " + ended);
        }
    }
}
