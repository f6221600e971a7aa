package io.docsagent.start;

import java.lang.reflect.InvocationTargetException;

/** Starts the jar or says which Java it needs; compiled for Java 8, since Spring Boot's launcher already needs a later one. */
public final class Start {

    /** As maven.compiler.release. */
    private static final int NEEDED = 21;

    private Start() {}

    public static void main(String[] args) throws Throwable {
        String version = System.getProperty("java.specification.version");
        if (version.startsWith("1.") || Integer.parseInt(version) < NEEDED) {
            System.err.println("docs-agent needs Java " + NEEDED + " or later, but this is Java " + version + " ("
                    + System.getProperty("java.home") + "). Install a later one, or start it with that one's bin/java.");
            System.exit(1);
        }
        try {
            Class.forName("org.springframework.boot.loader.launch.JarLauncher")
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
