package io.docsagent.worker.gateway;

/** What the gateway needs to know before it sends anything: may this instance send now? */
@FunctionalInterface
public interface SendPermission {

    /** Used where no other is provided. */
    SendPermission ALWAYS = () -> true;

    /** Asked often, from any thread; false while this instance's clock cannot be trusted. */
    boolean granted();
}
