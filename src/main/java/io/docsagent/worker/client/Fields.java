package io.docsagent.worker.client;

import io.docsagent.worker.contract.ContractLimits;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks input against the contract: the worker would refuse it, and where the ids are invalid without an answer. */
public final class Fields {

    private Fields() {}

    /** A project id or job id. */
    public static String serviceId(String field, String value) {
        require(
                value.matches(ContractLimits.SERVICE_ID) && !value.equals(".") && !value.equals(".."),
                field,
                "must be 1 to 128 of A-Z a-z 0-9 . _ ~ - and not only dots");
        return value;
    }

    public static String commandId(String field, String value) {
        require(value.chars().noneMatch(Character::isISOControl), field, "must not contain control characters");
        return text(field, value, ContractLimits.COMMAND_ID);
    }

    /** A non-empty text. */
    public static String text(String field, String value, int mostCharacters) {
        require(
                !value.isEmpty() && isAtMost(value, mostCharacters),
                field,
                mostCharacters == Integer.MAX_VALUE
                        ? "must not be empty"
                        : "must have 1 to " + mostCharacters + " characters");
        whole(field, value);
        return value;
    }

    /** Half of a surrogate pair cannot be written as UTF-8. */
    private static void whole(String field, String value) {
        require(
                value.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE),
                field,
                "must not contain an unpaired surrogate");
    }

    static @Nullable Duration duration(String field, @Nullable Duration value) {
        require(
                value == null || value.toString().matches(ContractLimits.DURATION),
                field,
                "must be whole seconds, not negative, and less than 1,000,000 hours");
        return value;
    }

    static void metadata(Map<String, String> metadata) {
        require(
                metadata.size() <= ContractLimits.METADATA_ENTRIES
                        && metadata.entrySet().stream()
                                .allMatch(entry -> !entry.getKey().isEmpty()
                                        && isAtMost(entry.getKey(), ContractLimits.METADATA_NAME)
                                        && isAtMost(entry.getValue(), ContractLimits.METADATA_VALUE)),
                "metadata",
                "must have at most " + ContractLimits.METADATA_ENTRIES + " entries, with names of 1 to "
                        + ContractLimits.METADATA_NAME + " characters and values of at most "
                        + ContractLimits.METADATA_VALUE);
        metadata.forEach((name, value) -> {
            whole("metadata", name);
            whole("metadata", value);
        });
    }

    private static boolean isAtMost(String text, int characters) {
        return text.codePointCount(0, text.length()) <= characters;
    }

    static void require(boolean fits, String field, String wanted) {
        if (!fits) {
            throw ClientException.invalid(field, wanted);
        }
    }
}
