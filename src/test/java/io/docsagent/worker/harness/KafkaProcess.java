package io.docsagent.worker.harness;

/** The broker itself, as its own start script runs it, without its flood of logs. */
final class KafkaProcess {

    private KafkaProcess() {}

    public static void main(String[] arguments) {
        Quiet.please();
        kafka.Kafka.main(arguments);
    }
}
