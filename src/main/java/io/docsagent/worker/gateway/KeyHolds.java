package io.docsagent.worker.gateway;

import java.util.Collection;
import java.util.List;

/** What the gateway needs to know when a key changes: which of this instance's projects may it free? */
@FunctionalInterface
public interface KeyHolds {

    /** Used where no other is provided. */
    KeyHolds NONE = List::of;

    /** The projects that this instance decides for and that are held for their key, wherever it was refused. */
    Collection<String> projects();
}
