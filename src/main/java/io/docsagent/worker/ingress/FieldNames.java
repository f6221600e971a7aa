package io.docsagent.worker.ingress;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names that reasons may show: those of the contract, never a publisher's. */
final class FieldNames {

    private static final int MAX_TYPING_ERRORS = 2;

    /** Longer names resemble none of ours, and comparing costs the product of the lengths. */
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

    /** The field of the object at the pointer that was perhaps meant. */
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
            int errors = child(parent, known).equals(pointer) ? typingErrors(name, known) : fewest;
            if (errors < fewest && errors * 2 < known.length()) {
                nearest = known;
                fewest = errors;
            }
        }
        return nearest;
    }

    /** Levenshtein's distance, where case does not count. */
    private static int typingErrors(String written, String meant) {
        int[] above = new int[meant.length() + 1];
        for (int column = 0; column < above.length; column++) {
            above[column] = column;
        }
        for (int row = 1; row <= written.length(); row++) {
            int[] here = new int[above.length];
            here[0] = row;
            for (int column = 1; column < here.length; column++) {
                int swap = same(written.charAt(row - 1), meant.charAt(column - 1)) ? 0 : 1;
                here[column] = Math.min(Math.min(here[column - 1], above[column]) + 1, above[column - 1] + swap);
            }
            above = here;
        }
        return above[meant.length()];
    }

    private static boolean same(char one, char other) {
        return Character.toLowerCase(one) == Character.toLowerCase(other);
    }
}
