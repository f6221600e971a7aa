package io.docsagent.worker.simulation;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Values of records that are no commands, and must be set aside byte for byte. */
final class NoCommand {

    private NoCommand() {}

    /** @param project that the record may name */
    static byte @Nullable [] any(World world, String project) {
        return switch (world.random().nextInt(8)) {
            case 0 -> null;
            case 1 -> new byte[0];
            case 2 -> bytes("{\"type\":\"create\",\"projectId\":7}");
            case 3 ->
                bytes("{\"type\":\"create\",\"projectId\":\"" + project + "\",\"prompt\":\"p\",\"priorty\":\"high\"}");
            case 4 -> bytes("{\"type\":\"create\",\"projectId\":\"" + project + "\",\"prompt\":\"\\ud800\"}");
            case 5 ->
                bytes("{\"type\":\"create\",\"projectId\":\"" + project + "\",\"prompt\":\"" + "x".repeat(5_000)
                        + "\"}");
            case 6 -> bytes("{\"type\":\"create\",\"projectId\":\"" + project + "\",\"prompt\":\"p\"} {}");
            default -> anyBytes(world);
        };
    }

    private static byte[] anyBytes(World world) {
        byte[] bytes = new byte[1 + world.random().nextInt(100)];
        world.random().nextBytes(bytes);
        return bytes;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
