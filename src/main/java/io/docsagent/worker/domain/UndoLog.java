package io.docsagent.worker.domain;

import java.util.ArrayDeque;
import java.util.Deque;

/** How to take back what a decision has changed of derived state, should it fail half-way. */
final class UndoLog {

    private final Deque<Runnable> steps = new ArrayDeque<>();
    private boolean recording;

    void begin() {
        recording = true;
    }

    /** @param step takes back the change that is made now */
    void add(Runnable step) {
        if (recording) {
            steps.push(step);
        }
    }

    boolean isRecording() {
        return recording;
    }

    /** The decision stands. */
    void forget() {
        recording = false;
        steps.clear();
    }

    /** Takes back all changes, the latest first. */
    void undo() {
        recording = false;
        while (!steps.isEmpty()) {
            steps.pop().run();
        }
    }
}
