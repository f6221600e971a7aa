package io.docsagent.worker.domain.session;

import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.Sweep;
import org.jspecify.annotations.Nullable;

/** Owns an operator's cancel of many commands between the decisions that it takes. */
public final class OngoingSweep {

    private @Nullable Sweep sweep;

    OngoingSweep(Project project) {
        this.sweep = project.sweep();
    }

    /** As far as it has gone; null where none is going on. */
    public @Nullable Sweep get() {
        return sweep;
    }

    public boolean isGoingOn() {
        return sweep != null;
    }

    /** The next decision goes on with it. */
    public void goesOn(Sweep from) {
        sweep = from;
    }

    public void isOver() {
        sweep = null;
    }
}
