package io.docsagent.worker.bench;

import io.docsagent.worker.ingress.CommandReader;
import io.docsagent.worker.ingress.Readers;
import io.docsagent.worker.ingress.document.Reading;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What it takes to read a record as a command, or to say why it is none. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CommandReaderBenchmark {

    private static final String COMMAND = """
            {"type":"create","projectId":"acme","commandId":"c-1","priority":"high","expiresAt":"2026-11-21T10:00:00Z",\
            "metadata":{"ticket":"DOC-1"},"prompt":"PROMPT"}""";

    /** Characters of the prompt. */
    @Param({"200", "20000"})
    public int prompt;

    private final CommandReader reader = Readers.of(256 * 1024);
    private ConsumerRecord<byte[], byte[]> accepted = record("");
    private ConsumerRecord<byte[], byte[]> refused = record("");

    @Setup
    public void write() {
        String json = COMMAND.replace("PROMPT", "x".repeat(prompt));
        accepted = record(json);
        refused = record(json.replace("\"projectId\"", "\"projectID\""));
    }

    @Benchmark
    public Reading accepted() {
        return reader.read(accepted);
    }

    @Benchmark
    public Reading refused() {
        return reader.read(refused);
    }

    private static ConsumerRecord<byte[], byte[]> record(String json) {
        return new ConsumerRecord<>("docs-agent.requests", 0, 0, new byte[0], json.getBytes(StandardCharsets.UTF_8));
    }
}
