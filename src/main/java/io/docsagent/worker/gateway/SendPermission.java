package io.docsagent.worker.gateway;

/** Whether this instance may send calls now. */
@FunctionalInterface
public interface SendPermission {

    /** Called often, from any thread; false while this instance's clock cannot be trusted. */
    boolean granted();
}
