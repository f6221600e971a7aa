package io.docsagent.worker.sandbox.work;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Generates job ids that are unique across restarts, since clients store them for weeks. */
public final class JobIds {

    private static final int BITS = 40;

    private final String prefix =
            "job_" + Long.toString(new SecureRandom().nextLong(1L << BITS), Character.MAX_RADIX) + "_";
    private final AtomicLong given = new AtomicLong();

    public String next() {
        return prefix + given.incrementAndGet();
    }
}
