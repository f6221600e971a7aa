package io.docsagent.worker.contract;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.jspecify.annotations.Nullable;

/** Who publishes commands, known by the topic that they come from: a name of {@code docs-agent.publishers}. */
public final class Publisher {

    /** Of {@code docs-agent.requests}. */
    public static final String DEFAULT = "default";

    private Publisher() {}

    public static String orDefault(@Nullable String name) {
        return name == null ? DEFAULT : name;
    }

    /** A publisher's name, which is left out of internal records and state where it is the default one. */
    @Retention(RetentionPolicy.RUNTIME)
    @JacksonAnnotationsInside
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = LeftOut.class)
    public @interface Name {}

    /** What Jackson compares a name with; equal to those that are left out. */
    static final class LeftOut {

        @Override
        @SuppressWarnings("EqualsDoesntCheckParameterClass")
        public boolean equals(@Nullable Object name) {
            return name == null || DEFAULT.equals(name);
        }

        @Override
        public int hashCode() {
            return DEFAULT.hashCode();
        }
    }
}
