package io.docsagent.worker.gateway;

import java.util.Collection;

/** The projects of this instance that a change of the key may release from their hold. */
@FunctionalInterface
public interface KeyHolds {

    /** The projects that this instance decides for and that are held for their key, wherever it was refused. */
    Collection<String> projects();
}
