package io.docsagent.worker.ops.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import io.docsagent.worker.gateway.keys.Redaction;
import io.docsagent.worker.rights.DeniedRights;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.logging.logback.StructuredLogEncoder;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ClassPathResource;
import org.springframework.mock.env.MockEnvironment;
import tools.jackson.databind.json.JsonMapper;

class LogOutputTest {

    private static final String KEY = "sk-\"live\"-0123456789";

    private final LoggerContext context = new LoggerContext();
    private final Logger log = context.getLogger("test");
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final Redaction redaction = new Redaction();

    LogOutputTest() {
        redaction.add(KEY);
        context.setMDCAdapter(new LogbackMDCAdapter());
        context.putObject(Environment.class.getName(), new MockEnvironment());
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    private LogOutput output(Encoder<ILoggingEvent> encoder) {
        encoder.setContext(context);
        encoder.start();
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.setOutputStream(written);
        appender.start();
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
        return new LogOutput(context, redaction, new DeniedRights(System::nanoTime));
    }

    /** As the worker is shipped, less the parts that are Spring Boot's. */
    private static PatternLayoutEncoder pattern() throws IOException {
        Object pattern = new YamlPropertySourceLoader()
                .load("application", new ClassPathResource("application.yaml"))
                .getFirst()
                .getProperty("logging.pattern.console");
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setPattern(String.valueOf(pattern).replace("%wEx", "%ex"));
        return encoder;
    }

    private static StructuredLogEncoder ecs() {
        StructuredLogEncoder encoder = new StructuredLogEncoder();
        encoder.setFormat("ecs");
        return encoder;
    }

    private String written() {
        assertThat(context.getStatusManager().getCopyOfStatusList())
                .as("Logback's own complaints")
                .noneMatch(status -> status.getThrowable() != null);
        return written.toString(StandardCharsets.UTF_8);
    }

    private void failWithKey() {
        log.atError()
                .addKeyValue("jobId", "job-" + KEY)
                .setCause(new IllegalStateException("outer " + KEY, new IOException("header Bearer " + KEY)))
                .log("The service said {} and {}", KEY, KEY.replace("\"", "%22"));
    }

    @Test
    void no_key_is_written_in_a_message_a_value_or_a_failure() throws IOException {
        LogOutput output = output(pattern());
        failWithKey();
        assertThat(written())
                .contains("The service said [redacted] and [redacted] jobId=\"job-[redacted]\"")
                .contains("outer [redacted]", "header Bearer [redacted]", "\tat ")
                .doesNotContain("sk-", "0123456789");
        output.close();
        failWithKey();
        assertThat(written()).contains("The service said " + KEY);
    }

    @Test
    void nor_in_structured_lines() {
        var unused = output(ecs());
        failWithKey();
        assertThat(JsonMapper.shared().readTree(written()).get("message").asString())
                .isEqualTo("The service said [redacted] and [redacted]");
        assertThat(written()).doesNotContain("sk-", "0123456789");
    }

    @Test
    void no_value_can_pass_for_another_one_or_for_a_line() throws IOException {
        var unused = output(pattern());
        log.atInfo()
                .addKeyValue("commandId", "c1\" projectId=\"other\\")
                .addKeyValue("jobId", "j\n2026 INFO\u009b31m\u202egpj")
                .log("done");
        assertThat(written())
                .endsWith(
                        "done commandId=\"c1\\\" projectId=\\\"other\\\\\" jobId=\"j\uFFFD2026 INFO\uFFFD31m\uFFFDgpj\"\n")
                .hasLineCount(1);
    }

    @Test
    void structured_lines_keep_their_values_but_no_deceptive_characters() {
        var unused = output(ecs());
        log.atInfo()
                .addKeyValue("commandId", "c1\" projectId=\"other\n\u0085\u202e")
                .log("done \u009b");
        // Spring Boot escapes the ones below U+00A0, so that they are data and no characters of the line.
        assertThat(written()).matches("[\\x20-\\x7e\uFFFD]+\n");
        assertThat(JsonMapper.shared().readTree(written()).get("commandId").asString())
                .startsWith("c1\" projectId=\"other\n")
                .endsWith("\uFFFD");
    }

    @Test
    void two_workers_in_one_jvm_hide_the_keys_of_both() throws IOException {
        Redaction other = new Redaction();
        other.add("other-key");
        LogOutput first = output(pattern());
        LogOutput second = new LogOutput(context, other, new DeniedRights(System::nanoTime));
        log.info("{} other-key", KEY);
        second.close();
        log.info("{} other-key", KEY);
        first.close();
        assertThat(written()).contains("[redacted] [redacted]", "[redacted] other-key");
    }
}
