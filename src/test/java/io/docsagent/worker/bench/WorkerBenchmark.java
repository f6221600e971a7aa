package io.docsagent.worker.bench;

import io.docsagent.worker.process.ChildJvm;
import io.docsagent.worker.process.Quiet;
import java.util.Locale;

/** Measures the packaged worker against its targets, and prints a table in Markdown. */
public final class WorkerBenchmark {

    private WorkerBenchmark() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        Quiet.please();
        Sizes sizes = Sizes.chosen();
        Report report = new Report();
        try (ChildJvm broker = ChildJvm.ofMain(BrokerProcess.class)) {
            String brokers = broker.awaitLine(BrokerProcess.READY);
            new OneAtATime(brokers, sizes, report).measure();
            new Throughput(brokers, sizes, report).measure();
            new FullQueues(brokers, sizes, report).measure();
        }
        report.print();
        System.exit(0);
    }
}
