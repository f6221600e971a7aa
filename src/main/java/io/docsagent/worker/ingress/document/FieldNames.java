package io.docsagent.worker.ingress.document;

import io.docsagent.worker.settings.Spelling;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names that reasons may show: those of the contract, never a publisher's. */
final class FieldNames {

    private static final int MAX_TYPING_ERRORS = 2;

    /** Longer names are not compared: they resemble no field, and the comparison costs the product of the lengths. */
    private static final int MAX_COMPARED = 32;

    private final Set<String> pointers = new LinkedHashSet<>();

    /** Adds a field of the object at the pointer. */
    void add(String parent, String name) {
        pointers.add(parent + "/" + name);
    }

    /** The pointer of a field as a reason shows it; {@code *} stands for a name of the publisher's. */
    String child(String parent, String name) {
        String pointer = parent + "/" + name;
        return pointers.contains(pointer) ? pointer : parent + "/*";
    }

    /** The field that was probably meant in the object at the pointer. */
    @Nullable
    String nearest(String parent, String name) {
        if (name.length() > MAX_COMPARED) {
            return null;
        }
        String nearest = null;
        int fewest = MAX_TYPING_ERRORS + 1;
        for (String pointer : pointers) {
            String known = pointer.substring(pointer.lastIndexOf('/') + 1);
            // A name with more errors than half its letters is another word.
            int errors = child(parent, known).equals(pointer) ? Spelling.errors(name, known) : fewest;
            if (errors < fewest && errors * 2 < known.length()) {
                nearest = known;
                fewest = errors;
            }
        }
        return nearest;
    }
}
