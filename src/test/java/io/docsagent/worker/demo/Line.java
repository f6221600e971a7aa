package io.docsagent.worker.demo;

import io.docsagent.worker.contract.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A record in the words of the screen. */
record Line(Way way, Instant time, String type, String project, String command, String detail) {

    /** Which way a record goes, as its publisher sees it. */
    enum Way {
        IN,
        OUT,
        REFUSED,
        STATE
    }

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int PROMPT = 48;

    static Line of(ConsumerRecord<byte[], byte[]> kafka, Topics topics) {
        Instant time = Instant.ofEpochMilli(kafka.timestamp());
        if (kafka.topic().equals(topics.requestsDlt())) {
            return new Line(Way.REFUSED, time, "dead letter", "", "", header(kafka, "kafka_dlt-exception-message"));
        }
        JsonNode json = json(kafka.value());
        boolean in = kafka.topic().equals(topics.requests());
        return new Line(
                in ? Way.IN : Way.OUT,
                time,
                text(json, "type", "?"),
                text(json, "projectId", ""),
                text(json, "commandId", ""),
                in ? prompt(json, kafka.value()) : outcome(json));
    }

    /** A record of {@code docs-agent.commands}. */
    static Line ofCommand(ConsumerRecord<byte[], byte[]> kafka) {
        JsonNode json = json(kafka.value());
        return new Line(
                Way.STATE,
                Instant.ofEpochMilli(kafka.timestamp()),
                text(json, "state", "?"),
                text(json, "projectId", ""),
                text(json, "commandId", ""),
                json.has("status") && !json.has("prLink") ? "the job is " + text(json, "status", "") : outcome(json));
    }

    boolean isQueued() {
        return type.equals("command.queued");
    }

    boolean isEndOfJob() {
        return type.equals("job.completed") || type.equals("job.failed");
    }

    private static String prompt(JsonNode json, byte[] value) {
        if (json.has("cancelCommandId")) {
            return "cancels " + text(json, "cancelCommandId", "");
        }
        String prompt = text(json, "prompt", value == null ? "(no value)" : new String(value, StandardCharsets.UTF_8));
        String line = prompt.strip().replaceAll("\\s+", " ");
        return '"' + (line.length() > PROMPT ? line.substring(0, PROMPT) + "…" : line) + '"';
    }

    private static String outcome(JsonNode event) {
        if (event.has("reason")) {
            return event.at("/reason/code").asString("") + ": "
                    + event.at("/reason/message").asString("");
        }
        if (event.has("queue") && !event.has("prLink") && !event.has("supersededBy")) {
            return "position " + event.at("/queue/position").asInt() + ", waits: "
                    + event.at("/queue/reason").asString("");
        }
        if (event.has("supersededBy")) {
            return "by " + text(event, "supersededBy", "a command without an id");
        }
        return text(event, "prLink", text(event, "jobId", ""));
    }

    private static String header(ConsumerRecord<byte[], byte[]> kafka, String name) {
        Header header = kafka.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    private static String text(JsonNode json, String field, String otherwise) {
        return json.path(field).isString() ? json.path(field).asString() : otherwise;
    }

    private static JsonNode json(byte[] value) {
        try {
            return value == null ? JSON.missingNode() : JSON.readTree(value);
        } catch (JacksonException notJson) {
            return JSON.missingNode();
        }
    }
}
