package io.docsagent.worker.simulation;

import io.docsagent.worker.clock.LogClock;
import io.docsagent.worker.engine.EngineParts;
import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.gateway.breaker.ServiceBreaker;
import io.docsagent.worker.gateway.call.GatewayParts;
import io.docsagent.worker.gateway.http.HttpParts;
import io.docsagent.worker.gateway.keys.ApiKeys;
import io.docsagent.worker.ingress.CommitPolicy;
import io.docsagent.worker.ingress.IngressParts;
import io.docsagent.worker.poller.Poller;
import io.docsagent.worker.poller.PollerParts;
import io.docsagent.worker.settings.WorkerProperties;
import java.time.Duration;
import java.util.List;

/** One instance of the worker: its production classes on one simulated machine. */
final class Instance {

    /** How often it compares the files of keys. */
    static final Duration KEYS_COMPARED = Duration.ofSeconds(5);

    private final World world;
    private final Host host;
    private final Link link;
    private final KeyFiles files;
    private final ApiKeys keys;
    private final ServiceLink service;
    private final InputsProducer inputs;
    private final EngineParts engine;
    private final Poller poller;
    private final StreamsThread streams;
    private final GatewayThread calls;
    private final Allowance.InForce inForce;
    private final Promises promises;
    private final Release release;
    private final Runnable restart;

    Instance(
            World world,
            Host host,
            Broker broker,
            Service service,
            Promises promises,
            Deployment deployment,
            Runnable restart) {
        WorkerProperties settings = deployment.settings();
        this.files = deployment.keys();
        this.release = deployment.release();
        this.promises = promises;
        this.restart = restart;
        this.world = world;
        this.host = host;
        this.link = new Link(world, host);
        this.inForce = promises.allowance().begins(settings);
        HostTimer timer = new HostTimer(host);
        LogClock clock = new LogClock(host::nanoTime);
        this.keys = new ApiKeys(settings.api(), host.wallClock());
        this.inputs = new InputsProducer(world, broker, link, release, host.toString(), promises);
        this.engine = new EngineParts(
                settings,
                broker.partitions(),
                Broker.TOPICS.inputs(),
                inputs,
                host.wallClock(),
                clock,
                new CommitPolicy(host::nanoTime),
                timer);
        broker.takes(engine.largestRecords(Broker.TOPICS));
        this.service = new ServiceLink(world, host, service, promises, settings.api());
        AgentApi http = HttpParts.api(
                settings, this.service, keys, clock, () -> engine.skew().isTolerable(), timer);
        ServiceBreaker breaker = new ServiceBreaker(settings.api().breaker(), clock, 0);
        AgentApi api = new Exposure(http, breaker, settings.api().breaker(), clock, host, promises);
        GatewayParts gateway = new GatewayParts(
                api,
                breaker,
                engine.inputs(),
                keys,
                () -> engine.projects().heldForTheirKey(),
                () -> engine.skew().isTolerable(),
                clock,
                host::nanoTime,
                timer,
                settings.api().maxInFlight());
        this.poller = PollerParts.poller(settings, world.random().split(), api, engine.inputs(), clock, timer);
        IngressParts ingress = new IngressParts(settings, engine.commits());
        this.streams = new StreamsThread(
                world,
                host,
                broker,
                link,
                new StreamsTask.Deployed(
                        release,
                        engine.stores(),
                        engine.commits(),
                        () -> engine.processor(poller),
                        List.of(
                                new StreamsTask.Intake(ingress.topics(), ingress::processor),
                                new StreamsTask.Intake(
                                        List.of(Broker.TOPICS.operations()),
                                        () -> ingress.operations(Broker.TOPICS.operations())),
                                new StreamsTask.Intake(
                                        List.of(Broker.TOPICS.pullRequests()),
                                        () -> ingress.pullRequests(Broker.TOPICS.pullRequests())))),
                this::fail);
        this.calls = new GatewayThread(world, host, broker, link, release, gateway, this::fail);
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
                calls.begin();
            }
        });
    }

    boolean isDead() {
        return host.isDead();
    }

    ServiceLink service() {
        return service;
    }

    InputsProducer inputs() {
        return inputs;
    }

    Link link() {
        return link;
    }

    Host host() {
        return host;
    }

    /** What the costliest record cost its stores. */
    Work.Cost mostWork() {
        return streams.mostWork();
    }

    Release release() {
        return release;
    }

    /** It stops working for good; somebody restarts it after a while. */
    private void fail() {
        Duration later = world.upTo(Duration.ofMinutes(2));
        promises.disturbed(later);
        world.in(later, () -> {
            if (!isDead()) {
                kill();
                restart.run();
            }
        });
    }

    void kill() {
        host.kill();
        fallSilent();
        inForce.ends(world.now());
    }

    /** Dies in the middle of a step, soon. */
    void killInStep(int steps, Runnable then) {
        host.dieAfter(steps, () -> {
            fallSilent();
            inForce.ends(world.now());
            then.run();
        });
    }

    void freeze(Duration how) {
        host.freeze();
        fallSilent();
        world.in(how, host::thaw);
    }

    /** Freezes in the middle of what it does, soon. */
    void freezeInStep(int steps, Runnable then, Duration how) {
        host.freezeAfter(steps, () -> {
            freeze(how);
            then.run();
        });
    }

    /** Freezes when a request is about to leave, soon. */
    void freezeWhileSending(int requests, Runnable then, Duration how) {
        host.beforeRequests(requests, () -> {
            freeze(how);
            then.run();
        });
    }

    /** Freezes when the answer about a job is on its way, soon. */
    void freezeWhileLooking(int lookups, Runnable then, Duration how) {
        host.afterLookups(lookups, () -> {
            freeze(how);
            then.run();
        });
    }

    /** Loses its connection to Kafka when a request is about to leave, soon. */
    void cutOffWhileSending(int requests, Runnable then, Duration how) {
        host.beforeRequests(requests, () -> {
            cutOffFromKafka(how);
            then.run();
        });
    }

    void cutOffFromKafka(Duration how) {
        link.down();
        fallSilent();
        world.in(how, link::up);
    }

    private void fallSilent() {
        streams.fallSilent();
        calls.fallSilent();
    }

    /** The operator writes the service's keys into its files; it compares them soon after that. */
    void gets(ServiceKeys current) {
        files.write(current);
        var unused = host.in(world.upTo(KEYS_COMPARED), keys::refresh);
    }

    @Override
    public String toString() {
        return host.toString();
    }
}
