package io.docsagent.worker.settings;

/** The distance of a word from the one that was probably meant. */
public final class Spelling {

    private Spelling() {}

    /** Levenshtein's distance, where case does not count; costs the product of the lengths. */
    public static int errors(String written, String meant) {
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
