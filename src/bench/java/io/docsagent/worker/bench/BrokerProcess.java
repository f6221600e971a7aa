package io.docsagent.worker.bench;

import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Quiet;
import java.util.concurrent.CountDownLatch;

/** A broker as a process of its own, until it is stopped. */
final class BrokerProcess {

    static final String READY = "bootstrap ";

    private BrokerProcess() {}

    public static void main(String[] arguments) throws InterruptedException {
        Quiet.please();
        System.out.println(READY + new EmbeddedBroker().bootstrapServers());
        new CountDownLatch(1).await();
    }
}
