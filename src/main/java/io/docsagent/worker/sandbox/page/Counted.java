package io.docsagent.worker.sandbox.page;

/** Formats a number with its noun. */
final class Counted {

    private Counted() {}

    static String of(int number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}
