package io.docsagent.worker.guarantee;

import java.util.List;

/** What must hold in every history. */
@FunctionalInterface
public interface Promise {

    /** Each way in which it was broken, in words; none if it was kept. */
    List<String> broken(History history);
}
