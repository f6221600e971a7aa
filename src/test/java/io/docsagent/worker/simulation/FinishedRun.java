package io.docsagent.worker.simulation;

import io.docsagent.worker.settings.WorkerProperties;
import java.util.List;

/**
 * A run in which all has come to rest, as its checks read it; what is broken is added to the promises.
 *
 * @param settings that are the same for all instances
 * @param ofInstances the settings of all instances that there were
 */
record FinishedRun(
        World world,
        Broker broker,
        Service service,
        Promises promises,
        Publishers publishers,
        Operators operators,
        Events events,
        Calls calls,
        WorkerProperties settings,
        List<WorkerProperties> ofInstances) {}
