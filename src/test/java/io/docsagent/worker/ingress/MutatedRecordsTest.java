package io.docsagent.worker.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.docsagent.worker.ingress.document.Reading;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.common.header.Headers;
import org.junit.jupiter.api.RepeatedTest;

/** Records that began well and were damaged at random: reading them never throws, and never tells what was in them. */
class MutatedRecordsTest {

    private static final int RECORDS = 4_000;

    /** Stands in for everything that is a publisher's own. */
    private static final String SECRET = "Zq7Xw";

    private static final List<String> SEEDS = List.of(
            "{\"type\":\"create\",\"projectId\":\"Zq7Xw\",\"prompt\":\"Zq7Xw\",\"metadata\":{\"Zq7Xw\":\"Zq7Xw\"}}",
            "{\"type\":\"message\",\"projectId\":\"Zq7Xw\",\"prompt\":\"\\u00fcZq7Xw\",\"jobId\":\"Zq7Xw\",\"Zq7Xw\":[{\"Zq7Xw\":-1.5e3}]}",
            "{\"specversion\":\"1.0\",\"id\":\"Zq7Xw\",\"source\":\"Zq7Xw\",\"Zq7Xw\":true,\"data\":{\"type\":\"Zq7Xw\",\"projectId\":"
                    + "\"Zq7Xw\",\"prompt\":\"\",\"createCommandId\":\"Zq7Xw\",\"expiresAt\":\"2026-01-01T00:00:00ZZq7Xw\"}}");

    private static final List<String> PIECES = List.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\\",
            "\\ud800",
            "null",
            "1e400",
            "-",
            "\u0000",
            SECRET,
            "\"type\":",
            " ");

    private final CommandReader reader = Readers.of(64 * 1024);

    @RepeatedTest(3)
    void reading_them_never_throws_and_never_quotes() {
        long seed = Long.getLong("seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < RECORDS; i++) {
            byte[] value = mutated(SEEDS.get(random.nextInt(SEEDS.size())), random);
            try {
                if (reader.read(Records.of(value, headers(random))) instanceof Reading.Refused refused) {
                    assertThat(refused.reason())
                            .isNotBlank()
                            .doesNotContain(SECRET)
                            .hasSizeLessThan(1_000);
                }
            } catch (RuntimeException | AssertionError e) {
                fail("seed " + seed + ", record " + i, e);
            }
        }
    }

    private static byte[] mutated(String seed, SplittableRandom random) {
        StringBuilder text = new StringBuilder(seed);
        for (int edits = random.nextInt(6); edits > 0; edits--) {
            int at = random.nextInt(text.length() + 1);
            switch (random.nextInt(4)) {
                case 0 -> text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
                case 1 -> text.delete(at, Math.min(text.length(), at + random.nextInt(8)));
                case 2 -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(30))));
                default -> text.setLength(random.nextInt(10) == 0 ? at : text.length());
            }
        }
        byte[] bytes = Records.bytes(text.toString());
        if (bytes.length > 0 && random.nextInt(5) == 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    private static Headers headers(SplittableRandom random) {
        return switch (random.nextInt(5)) {
            case 0 -> Records.headers("content-type", "application/cloudevents+json; Zq7Xw");
            case 1 -> Records.headers("content-type", "application/cloudevents+Zq7Xw");
            case 2 -> Records.headers("content-type", "application/json; charset=Zq7Xw");
            case 3 -> Records.headers("ce_specversion", "Zq7Xw", "ce_id", SECRET);
            default -> Records.headers("Zq7Xw", SECRET);
        };
    }
}
