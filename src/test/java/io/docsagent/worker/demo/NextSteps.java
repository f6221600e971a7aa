package io.docsagent.worker.demo;

/** What to try once the examples are through. */
final class NextSteps {

    private NextSteps() {}

    static String text(Kafka kafka, String pages, String port) {
        return """

                What to try next (the broker is at %1$s until you stop the demo)

                  Open the pull requests: read the change, ask a follow-up, merge:
                    %5$s/projects/docs-site

                  Publish a command; its events appear below:
                    echo '{"type":"create","projectId":"docs-site","prompt":"Add a page about rate limits"}' \\
                      | kcat -P -b %1$s -t %2$s -k docs-site
                    kafka-console-producer.sh --bootstrap-server %1$s --topic %2$s
                  Directives in a prompt steer the sandbox: [fail] [no-changes] [takes 10s] [answer 429 retry-after 5 times 1]

                  Subscribe to the events:
                    kcat -C -b %1$s -t %3$s -X isolation.level=read_committed -f '%%k %%s\\n'
                  or in Java:
                    var consumer = new KafkaConsumer<>(
                            Map.<String, Object>of("bootstrap.servers", "%1$s",
                                    "group.id", "me", "auto.offset.reset", "earliest",
                                    "isolation.level", "read_committed"),
                            new StringDeserializer(), new StringDeserializer());
                    consumer.subscribe(List.of("%3$s"));
                    while (true) {
                        consumer.poll(Duration.ofSeconds(1)).forEach(event -> System.out.println(event.value()));
                    }

                  The state of each command:
                    kcat -C -b %1$s -t %6$s -X isolation.level=read_committed -f '%%k %%s\\n'

                  Look inside:
                    curl http://localhost:%4$s/actuator/health
                    curl http://localhost:%4$s/actuator/prometheus
                    curl http://localhost:%4$s/actuator/projects/docs-site
                """.formatted(
                        kafka.bootstrapServers(),
                        kafka.topics().requests(),
                        kafka.topics().jobStatus(),
                        port,
                        pages,
                        kafka.topics().commands());
    }
}
