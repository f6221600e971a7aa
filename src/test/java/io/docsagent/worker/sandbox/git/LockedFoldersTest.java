package io.docsagent.worker.sandbox.git;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.sandbox.git.WorkTreeFiles.FoundFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Folders without permissions, in a process that permissions apply to: root drops its privileges first. */
@DisabledOnOs(OS.WINDOWS)
class LockedFoldersTest {

    @TempDir
    private Path folder;

    @Test
    void are_read_and_removed() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                LockedFoldersTest.class.getName(),
                folder.toString()));
        if ("root".equals(System.getProperty("user.name"))) {
            command.addAll(
                    0,
                    List.of(
                            "setpriv",
                            "--inh-caps=-dac_override,-dac_read_search",
                            "--bounding-set=-dac_override,-dac_read_search"));
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output.lines()).containsExactly("[unlisted/page.md, unsearched/page.md, untouched/page.md]");
        assertThat(folder).isEmptyDirectory();
    }

    public static void main(String... arguments) throws IOException {
        Path tree = Path.of(arguments[0]).resolve("tree");
        lock(tree.resolve("untouched"), "---------", "---------");
        lock(tree.resolve("unsearched"), "r--r--r--", "rw-r--r--");
        lock(tree.resolve("unlisted"), "--x--x--x", "rw-r--r--");
        WorkTreeFiles files = WorkTreeFiles.in(tree, (name, folder) -> false, Deadline.in(Duration.ofMinutes(1)));
        System.out.println(files.found().stream().map(FoundFile::name).sorted().toList());
        lock(tree.resolve("again"), "---------", "---------");
        lock(tree.resolve("again2"), "r-xr-xr-x", "---------");
        Folders.delete(tree);
    }

    private static void lock(Path inner, String folderRights, String fileRights) throws IOException {
        Files.createDirectories(inner);
        Path page = Files.writeString(inner.resolve("page.md"), "# Page");
        Files.setPosixFilePermissions(page, PosixFilePermissions.fromString(fileRights));
        Files.setPosixFilePermissions(inner, PosixFilePermissions.fromString(folderRights));
    }
}
