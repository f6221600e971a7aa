package io.docsagent.worker.bench;

import io.docsagent.worker.capacity.CapacityTable;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;

/** The constants of the capacity model that no other part measures, and what the model says. */
final class CapacityModel implements Part {

    @Override
    public void measure(Bench bench) {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1s"))) {
            Setting setting = Setting.of("capacity", bench.brokers(), sandbox);
            try (Worker worker = Worker.start(setting)) {
                new UnitCosts(bench, setting, worker).measure();
            }
        }
        Report.Table table = bench.report().table("What the model says", CapacityTable.columns());
        CapacityTable.rows().forEach(table::row);
    }
}
