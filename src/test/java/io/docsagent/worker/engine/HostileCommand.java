package io.docsagent.worker.engine;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.contract.ContractLimits;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A command at the edges of what is allowed, and the bytes in which a publisher sends it.
 *
 * @param command what the bytes say
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record HostileCommand(Command command, byte[] value, Headers headers) {

    private static final List<String> CHARACTERS = List.of(
            "\u0000",
            "\u0001",
            "\u001F",
            "\b",
            "\t",
            "\n",
            "\f",
            "\r",
            "\"",
            "\\",
            "/",
            "a",
            "0",
            " ",
            "\u007F",
            "\u0085",
            "ä",
            "\u07FF",
            "\u0800",
            "\u2028",
            "\u202E",
            "\uD7FF",
            "\uE000",
            "\uFEFF",
            "\uFFFF",
            "\uD83D\uDE42",
            "\uDBFF\uDFFF");

    private static final List<String> TIMES =
            List.of("9999-12-31T23:59:59.999999999Z", "2037-01-01T00:00:00Z", "2100-02-28t12:00:59.5z");

    private static final List<Priority> PRIORITIES = List.of(Priority.values());

    private static final String TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    /** @param number makes its project, which is of the greatest length */
    static HostileCommand any(SplittableRandom random, int number, int maxBytes) {
        return new Writer(random).write("%0128d".formatted(number), maxBytes);
    }

    /** As large as can be: full metadata of what takes most bytes, and a prompt for the rest. */
    static HostileCommand largest(int number, int maxBytes) {
        Map<String, String> metadata = new LinkedHashMap<>();
        StringBuilder json = new StringBuilder();
        for (int i = 0; i < ContractLimits.METADATA_ENTRIES; i++) {
            String name = "\u0001".repeat(ContractLimits.METADATA_NAME - 1) + (char) ('a' + i);
            metadata.put(name, "\u0001".repeat(ContractLimits.METADATA_VALUE));
            json.append(i == 0 ? "" : ",").append("\"%s\":\"%s\"".formatted(name, metadata.get(name)));
        }
        String project = "%0128d".formatted(number);
        String id = "\uD83D\uDE42".repeat(128);
        String start = "{\"type\":\"create\",\"projectId\":\"%s\",\"commandId\":\"%s\",\"metadata\":{%s},\"prompt\":\""
                .formatted(project, id, json)
                .replace("\u0001", "\\u0001");
        String prompt = "p".repeat(maxBytes - Writer.bytes(start).length - 2);
        Command command = new Command(
                        Command.Type.CREATE, project, prompt, null, null, id, Priority.NORMAL, null, metadata)
                .tracedBy(TRACEPARENT);
        Headers headers = new RecordHeaders().add("traceparent", Writer.bytes(TRACEPARENT));
        return new HostileCommand(command, Writer.bytes(start + prompt + "\"}"), headers);
    }

    private record Writer(SplittableRandom random) {

        HostileCommand write(String project, int maxBytes) {
            boolean create = random.nextBoolean();
            Map<String, String> json = new LinkedHashMap<>();
            json.put("type", create ? "\"create\"" : "\"message\"");
            json.put("projectId", "\"" + project + "\"");
            String target = create
                    ? null
                    : "%128d".formatted(random.nextInt(Integer.MAX_VALUE)).replace(' ', '~');
            if (target != null) {
                json.put("jobId", "\"" + target + "\"");
            }
            String commandId = random.nextBoolean() ? text(128).replaceAll("\\p{Cc}", "x") : null;
            put(json, "commandId", commandId);
            String expiresAt = random.nextBoolean() ? TIMES.get(random.nextInt(TIMES.size())) : null;
            put(json, "expiresAt", expiresAt);
            Priority priority = random.nextBoolean() ? PRIORITIES.get(random.nextInt(PRIORITIES.size())) : null;
            put(json, "priority", priority == null ? null : priority.name().toLowerCase(Locale.ROOT));
            Map<String, String> metadata = metadata();
            Map<String, String> quoted = new LinkedHashMap<>();
            metadata.forEach((name, value) -> quoted.put(name, quoted(value)));
            json.put("metadata", object(quoted));
            boolean base64 = random.nextInt(4) == 0;
            int left = (base64 ? maxBytes / 4 * 3 : maxBytes) - object(json).length() * 3 - 2_000;
            String prompt = prompt(Math.max(1, left));
            json.put("prompt", quoted(prompt));
            boolean enveloped = base64 || random.nextInt(3) == 0;
            boolean traced = random.nextBoolean();
            Command command = new Command(
                            create ? Command.Type.CREATE : Command.Type.MESSAGE,
                            project,
                            prompt,
                            target,
                            null,
                            commandId,
                            priority == null ? Priority.NORMAL : priority,
                            expiresAt == null ? null : instant(expiresAt),
                            metadata)
                    .tracedBy(traced ? TRACEPARENT : null);
            byte[] value = bytes(enveloped ? envelope(object(json), base64) : object(json));
            return new HostileCommand(command, value, headers(enveloped, traced));
        }

        private static Instant instant(String time) {
            return Instant.parse(time.toUpperCase(Locale.ROOT)).truncatedTo(ChronoUnit.MILLIS);
        }

        private Headers headers(boolean enveloped, boolean traced) {
            Headers headers = new RecordHeaders();
            if (enveloped) {
                headers.add("content-type", bytes("application/cloudevents+json"));
            } else if (random.nextBoolean()) {
                headers.add("ce_specversion", bytes("1.0"));
                headers.add("ce_id", bytes(text(5_000)));
                headers.add("ce_source", bytes(text(5_000)));
            }
            if (traced) {
                headers.add("traceparent", bytes(TRACEPARENT));
            }
            return headers;
        }

        private String envelope(String data, boolean base64) {
            Map<String, String> envelope = new LinkedHashMap<>();
            envelope.put("specversion", "\"1.0\"");
            envelope.put("id", quoted(text(20)));
            envelope.put("source", quoted(text(20)));
            envelope.put("extension", "[{\"deep\":[[[1e-99,-0.0,null,true]]]}]");
            envelope.put(
                    base64 ? "data_base64" : "data",
                    base64 ? "\"" + Base64.getEncoder().encodeToString(bytes(data)) + "\"" : data);
            return object(envelope);
        }

        private Map<String, String> metadata() {
            Map<String, String> metadata = new LinkedHashMap<>();
            for (int entries = random.nextInt(ContractLimits.METADATA_ENTRIES + 1); entries > 0; entries--) {
                int length = random.nextInt(20) == 0 ? ContractLimits.METADATA_VALUE : random.nextInt(40);
                metadata.put(
                        text(random.nextBoolean() ? ContractLimits.METADATA_NAME : 3), length == 0 ? "" : text(length));
            }
            return metadata;
        }

        private String prompt(int left) {
            return random.nextInt(100) == 0
                    ? text(Math.max(1, left / 12))
                    : text(1 + random.nextInt(Math.min(left, 300)));
        }

        /** So many characters; often the same one, which makes the longest. */
        private String text(int characters) {
            String same = CHARACTERS.get(random.nextInt(CHARACTERS.size()));
            if (random.nextBoolean()) {
                return same.repeat(characters);
            }
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < characters; i++) {
                text.append(CHARACTERS.get(random.nextInt(CHARACTERS.size())));
            }
            return text.toString();
        }

        private void put(Map<String, String> json, String name, @Nullable String text) {
            if (text != null) {
                json.put(name, quoted(text));
            }
        }

        /** Members in any order, with white space between them. */
        private String object(Map<String, String> members) {
            List<String> written = new ArrayList<>();
            members.forEach((name, value) -> written.add(quoted(name) + space() + ":" + space() + value));
            Collections.shuffle(written, new Random(random.nextLong()));
            return space() + "{" + space() + String.join(space() + ",", written) + "}" + space();
        }

        private String space() {
            return random.nextInt(5) == 0 ? " \t\r\n" : "";
        }

        /** Each character in one of the ways in which JSON can write it. */
        private String quoted(String text) {
            boolean escapeAll = random.nextInt(10) == 0;
            StringBuilder json = new StringBuilder("\"");
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                boolean special = c == '"' || c == '\\';
                if (escapeAll || c < ' ' || (special && random.nextBoolean())) {
                    int place = "\b\t\n\f\r".indexOf(c);
                    json.append(
                            place >= 0 && random.nextBoolean()
                                    ? "\\" + "btnfr".charAt(place)
                                    : "\\u%04x".formatted((int) c));
                } else {
                    json.append(special ? "\\" : "").append(c);
                }
            }
            return json.append('"').toString();
        }

        private static byte[] bytes(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }
}
