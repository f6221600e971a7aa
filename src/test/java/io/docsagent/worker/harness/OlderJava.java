package io.docsagent.worker.harness;

/** Starts the jar on the class path as if this Java were version 17; an option of the JVM does not change the property. */
public final class OlderJava {

    private OlderJava() {}

    public static void main(String[] args) throws ReflectiveOperationException {
        System.setProperty("java.specification.version", "17");
        Class.forName("io.docsagent.start.Start")
                .getMethod("main", String[].class)
                .invoke(null, (Object) args);
    }
}
