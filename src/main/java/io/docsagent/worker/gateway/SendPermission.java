package io.docsagent.worker.gateway;

/** Whether this instance may send calls now. */
@FunctionalInterface
public interface SendPermission {

    /** Used where no other is provided. */
    SendPermission ALWAYS = () -> true;

    /** Asked often, from any thread; false while this instance's clock cannot be trusted. */
    boolean granted();
}
