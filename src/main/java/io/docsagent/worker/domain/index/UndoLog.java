package io.docsagent.worker.domain.index;

import java.util.ArrayDeque;
import java.util.Deque;

/** Takes back what a decision has changed of derived state, if the decision fails. */
public final class UndoLog {

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

    /** Keeps all changes. */
    void commit() {
        recording = false;
        steps.clear();
    }

    /** Takes back all changes, the latest first. */
    void rollback() {
        recording = false;
        while (!steps.isEmpty()) {
            steps.pop().run();
        }
    }
}
