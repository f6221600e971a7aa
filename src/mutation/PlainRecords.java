import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.pitest.reloc.asm.ClassReader;
import org.pitest.reloc.asm.ClassVisitor;
import org.pitest.reloc.asm.ClassWriter;
import org.pitest.reloc.asm.Opcodes;
import org.pitest.reloc.asm.RecordComponentVisitor;

/**
 * Copies classes without the annotations of their record components.
 *
 * <p>PIT swaps mutants into a running JVM. HotSpot compares the annotations of record components byte for byte, indexes
 * into the constant pool included, and so refuses every mutant of a record that has any, such as {@code @Nullable}.
 */
final class PlainRecords {

    /** @param arguments the folder of the classes, and the one that the copies go to */
    public static void main(String[] arguments) throws IOException {
        Path from = Path.of(arguments[0]);
        Path to = Path.of(arguments[1]);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
                Path copy = to.resolve(from.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.write(copy, plain(Files.readAllBytes(file)));
            }
        }
    }

    private static byte[] plain(byte[] compiled) {
        ClassWriter copy = new ClassWriter(0);
        new ClassReader(compiled).accept(
                new ClassVisitor(Opcodes.ASM9, copy) {
                    @Override
                    public RecordComponentVisitor visitRecordComponent(String name, String type, String signature) {
                        super.visitRecordComponent(name, type, signature);
                        return null;
                    }
                },
                0);
        return copy.toByteArray();
    }
}
