package io.docsagent.worker.settings;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;
import org.springframework.boot.context.properties.bind.validation.ValidationErrors;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.origin.Origin;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;

/**
 * Reports settings whose values are not allowed, in one sentence each, before Boot's analyzers do, who name the methods that
 * compare several settings as if they were settings.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class WrongValues extends AbstractFailureAnalyzer<BindException> {

    private static final ConfigurationPropertyName WORKER = ConfigurationPropertyName.of("docs-agent");

    /** Of a name in camel case, outside of brackets. */
    private static final Pattern WORD = Pattern.compile("(?<=[a-z0-9])[A-Z](?![^\\[]*])");

    private static final Map<Class<?>, String> KINDS = Map.of(
            Duration.class, "a duration such as 500ms, 30s or 1h",
            DataSize.class, "a size such as 256KB or 4MB",
            Instant.class, "a time such as 2026-11-27T15:00:00Z",
            boolean.class, "true or false",
            int.class, "a whole number",
            Integer.class, "a whole number",
            short.class, "a whole number",
            long.class, "a whole number");

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        if (!WORKER.equals(cause.getName()) && !WORKER.isAncestorOf(cause.getName())) {
            return null;
        }
        BindValidationException invalid = findCause(cause, BindValidationException.class);
        if (invalid != null) {
            return WorkerCannotStart.with(sentences(invalid.getValidationErrors()), rootFailure);
        }
        ConfigurationProperty property = cause.getProperty();
        return property == null ? null : WorkerCannotStart.with(unreadable(cause, property), rootFailure);
    }

    private static String unreadable(BindException cause, ConfigurationProperty property) {
        Class<?> type = cause.getTarget().getType().toClass();
        String kind = type.isEnum()
                ? "one of "
                        + Stream.of(type.getEnumConstants())
                                .map(WrongValues::dashed)
                                .collect(joining(", "))
                : KINDS.getOrDefault(type, "a valid " + type.getSimpleName());
        // A value of another type may contain a password: an address or a header.
        boolean isHarmless = type.isEnum() || KINDS.containsKey(type);
        return cause.getName() + " must be " + kind
                + (isHarmless ? ", but is \"" + property.getValue() + '"' : "")
                + origin(property.getOrigin()) + '.';
    }

    private static String sentences(ValidationErrors errors) {
        return errors.getAllErrors().stream()
                .map(error -> sentence(errors.getName() + ".", error))
                .distinct()
                .collect(joining(System.lineSeparator()));
    }

    private static String sentence(String prefix, ObjectError error) {
        String message = String.valueOf(error.getDefaultMessage());
        if (!(error instanceof FieldError field)) {
            return message + '.';
        }
        String name = prefix
                + WORD.matcher(field.getField())
                        .replaceAll(found -> "-" + found.group().toLowerCase(Locale.ROOT));
        if ("AssertTrue".equals(error.getCode())) {
            // It compares several settings: the message names them, those of a publisher without where they belong.
            boolean isComplete = message.contains("docs-agent.");
            return (isComplete ? message : name.substring(0, name.lastIndexOf('.') + 1) + message) + '.';
        }
        Object value = field.getRejectedValue();
        return name
                + ' '
                + message
                + (value == null ? "" : ", but is \"" + value + '"' + origin(Origin.from(error)))
                + '.';
    }

    private static String origin(@Nullable Origin origin) {
        return origin == null ? "" : " (" + origin + ")";
    }

    private static String dashed(Object constant) {
        return constant.toString().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
