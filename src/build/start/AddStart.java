import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;

/** {@code java AddStart.java CLASSES DATE JAR…}: makes Start the main class of the jars; DATE is that of the new entries. */
final class AddStart {

    private static final String MAIN = "io.docsagent.start.Start";

    public static void main(String[] args) throws Exception {
        Path source = Path.of("src/build/start", MAIN.replace('.', '/') + ".java");
        Path classes = Files.createDirectories(Path.of(args[0]));
        run("javac", "--release", "8", "-Xlint:-options", "-d", classes.toString(), source.toString());
        for (int i = 2; i < args.length; i++) {
            run("jar", "--update", "--file", args[i], "--main-class", MAIN, "--date", args[1], "-C", classes.toString(), ".");
        }
    }

    private static void run(String tool, String... arguments) {
        int status = ToolProvider.findFirst(tool).orElseThrow().run(System.out, System.err, arguments);
        if (status != 0) {
            throw new IllegalStateException(tool + " ended with " + status);
        }
    }
}
