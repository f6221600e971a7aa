package io.docsagent.worker.simulation;

import io.docsagent.worker.WorkerProperties;
import io.docsagent.worker.engine.EngineParts;
import io.docsagent.worker.gateway.call.GatewayParts;
import io.docsagent.worker.gateway.http.HttpParts;
import io.docsagent.worker.ingress.IngressParts;
import io.docsagent.worker.message.LogClock;
import io.docsagent.worker.poller.Poller;
import io.docsagent.worker.poller.PollerParts;
import java.time.Duration;
import java.util.Set;
import java.util.random.RandomGenerator;

/** One instance of the worker: its production classes on one simulated machine. */
final class Instance {

    private final World world;
    private final Host host;
    private final Broker broker;
    private final Link link;
    private final ServiceApi api;
    private final EngineParts engine;
    private final GatewayParts gateway;
    private final Poller poller;
    private final StreamsThread streams;
    private final GatewayThread calls;

    Instance(World world, String name, Broker broker, Service service, WorkerProperties settings, Set<Rule> off) {
        this.world = world;
        this.broker = broker;
        this.host = new Host(world, name);
        this.link = new Link(world, host);
        HostTimer timer = new HostTimer(host);
        LogClock clock = new LogClock(host::nanoTime);
        this.engine = new EngineParts(
                settings,
                broker.partitions(),
                Broker.TOPICS.inputs(),
                new InputsProducer(world, broker, link),
                host.wallClock(),
                clock,
                timer);
        HttpParts http = new HttpParts(
                settings.api().notTakenStatuses(), clock, () -> engine.skew().isTolerable());
        this.api = new ServiceApi(world, host, service, http, settings.api().responseTimeout(), off);
        this.gateway = new GatewayParts(
                api,
                engine.inputs(),
                () -> engine.projects().heldForTheirKey(),
                () -> engine.skew().isTolerable(),
                clock,
                timer,
                settings.api().maxInFlight());
        RandomGenerator random = world.random().split();
        this.poller = PollerParts.poller(settings, random, api, engine.inputs(), clock, timer);
        long maxBytes = settings.requests().maxBytes().toBytes();
        this.streams = new StreamsThread(
                world,
                host,
                broker,
                link,
                engine.stores(),
                () -> engine.processor(poller),
                () -> IngressParts.processor(maxBytes));
        this.calls = new GatewayThread(world, host, broker, link, gateway);
        engine.watchClocks();
        startWhenTheTimeIsKnown();
    }

    private void startWhenTheTimeIsKnown() {
        var unused = host.in(Duration.ofMillis(200), () -> {
            if (engine.skew().worst() == null) {
                startWhenTheTimeIsKnown();
            } else {
                poller.start();
                streams.start();
                calls.start();
            }
        });
    }

    boolean isDead() {
        return host.isDead();
    }

    ServiceApi api() {
        return api;
    }

    Link link() {
        return link;
    }

    Host host() {
        return host;
    }

    void kill() {
        host.kill();
        fallSilent();
    }

    /** Dies in the middle of a step, soon. */
    void killInStep(int steps, Runnable then) {
        host.dieAfter(steps, () -> {
            fallSilent();
            then.run();
        });
    }

    void freeze(Duration how) {
        host.freeze();
        fallSilent();
        world.in(how, host::thaw);
    }

    /** Freezes in the middle of what it does, soon. */
    void freezeInStep(int steps, Duration how) {
        host.freezeAfter(steps, () -> freeze(how));
    }

    void cutOffFromKafka(Duration how) {
        link.down();
        fallSilent();
        world.in(how, link::up);
    }

    private void fallSilent() {
        broker.streams().silent(streams);
        broker.gateways().silent(calls);
    }

    /** Its key file has changed. */
    void reads(int key) {
        if (!host.isDead() && api.key() != key) {
            api.reads(key);
            gateway.keyChanged();
        }
    }

    @Override
    public String toString() {
        return host.toString();
    }
}
