package io.docsagent.worker.wire;

import java.util.regex.Pattern;

/** Options of command lines for people to copy, as a shell reads them: ids may hold anything that a shell would act on. */
public final class ShellOption {

    /** What no shell changes. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_./:-]*");

    private ShellOption() {}

    /** With a space in front; what begins like an option does not stand alone. */
    public static String of(String name, String value) {
        boolean standsAlone = !value.isEmpty() && !value.startsWith("-");
        return " " + name + (standsAlone ? " " : "=") + quoted(value);
    }

    private static String quoted(String value) {
        return PLAIN.matcher(value).matches() ? value : "'" + value.replace("'", "'\\''") + "'";
    }
}
