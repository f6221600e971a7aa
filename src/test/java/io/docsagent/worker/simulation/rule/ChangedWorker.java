package io.docsagent.worker.simulation.rule;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;

/** The worker and its simulation once more, with some classes changed; all that is not the worker's own is shared. */
final class ChangedWorker extends ClassLoader {

    private static final String OWN = "io.docsagent.worker.";
    private static final String RUN = OWN + "simulation.SeededRun";
    private static final Map<String, byte[]> UNCHANGED = new ConcurrentHashMap<>();

    private final Map<String, byte[]> changed;

    private ChangedWorker(Map<String, byte[]> changed) {
        super(ChangedWorker.class.getClassLoader());
        this.changed = changed;
    }

    /** What runs the simulation by a seed, without the rule; a run returns the broken promises. */
    @SuppressWarnings("unchecked") // What crosses is of the JDK's classes, since ours are others there.
    static LongFunction<List<String>> without(Rule rule) {
        try {
            return (LongFunction<List<String>>) new ChangedWorker(Compiled.classes(rule.file(), rule.changed()))
                    .loadClass(RUN)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OWN)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = changed.get(name);
        if (bytes == null) {
            bytes = UNCHANGED.computeIfAbsent(name, this::read);
        }
        if (bytes.length == 0) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    /** Empty where there is none. */
    private byte[] read(String name) {
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            return in == null ? new byte[0] : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
