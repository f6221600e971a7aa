package io.docsagent.worker.simulation.rule;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles a source against the class path of the tests, into memory. */
final class Compiled {

    private static final List<String> OPTIONS = List.of("-proc:none", "-implicit:none", "-nowarn", "-parameters");
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    /** Opens the class path's archives once. */
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

    private Compiled() {}

    /** The classes, by their binary names. */
    static synchronized Map<String, byte[]> classes(Path file, String text) {
        Map<String, ByteArrayOutputStream> written = new HashMap<>();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        if (!COMPILER.getTask(null, new InMemory(written), problems, OPTIONS, null, List.of(new Source(file, text)))
                .call()) {
            throw new IllegalStateException("The changed source does not compile: "
                    + problems.getDiagnostics().stream()
                            .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
                            .toList());
        }
        Map<String, byte[]> classes = new HashMap<>();
        written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return classes;
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(Path file, String text) {
            super(URI.create("rule:///" + file), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** Reads the class path, and keeps what is written. */
    private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {

        private final Map<String, ByteArrayOutputStream> written;

        InMemory(Map<String, ByteArrayOutputStream> written) {
            super(FILES);
            this.written = written;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("rule:///" + name.replace('.', '/') + kind.extension), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return written.computeIfAbsent(name, none -> new ByteArrayOutputStream());
                }
            };
        }

        @Override
        public void close() {
            try {
                flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
