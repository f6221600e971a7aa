package io.docsagent.worker.bench.peers;

import io.docsagent.worker.harness.Quiet;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.kafka.KafkaConstants;
import org.apache.camel.main.Main;

/** A Camel route with a throttle per key, a consumer per partition, and retries of what the service refuses. */
public final class CamelPeer extends RouteBuilder {

    private final PeerSettings settings;
    private final AgentJobService service;

    private CamelPeer(PeerSettings settings) {
        this.settings = settings;
        this.service = new AgentJobService(settings.baseUrl());
    }

    public static void main(String[] arguments) throws Exception {
        Quiet.please();
        Main main = new Main();
        main.configure().addRoutesBuilder(new CamelPeer(PeerSettings.of(arguments)));
        main.run();
    }

    @Override
    public void configure() {
        onException(AgentJobService.RefusedException.class)
                .maximumRedeliveries(-1)
                .redeliveryDelay(1_000)
                .useExponentialBackOff()
                .maximumRedeliveryDelay(10_000);
        from("kafka:" + settings.requests() + "?brokers=" + settings.brokers() + "&groupId=" + settings.group()
                        + "&autoOffsetReset=earliest&consumersCount=" + PeerSettings.PARTITIONS
                        + "&sessionTimeoutMs=" + PeerSettings.SESSION_TIMEOUT_MILLIS)
                .throttle(constant(settings.capacity()))
                .totalRequestsMode()
                .timePeriodMillis(settings.period().toMillis())
                .correlationExpression(header(KafkaConstants.KEY))
                .process(this::create)
                .to("kafka:" + settings.events() + "?brokers=" + settings.brokers());
    }

    private void create(Exchange exchange) throws Exception {
        Command command = Command.read(exchange.getMessage().getMandatoryBody(String.class));
        exchange.getMessage().setBody(command.event("job.active", service.create(command)));
    }
}
