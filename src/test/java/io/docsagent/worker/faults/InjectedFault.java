package io.docsagent.worker.faults;

import io.docsagent.worker.harness.KafkaNode;
import io.docsagent.worker.harness.WorkerProcess;
import java.time.Duration;
import java.util.Set;
import java.util.function.BiConsumer;

/** What may happen to a cluster under load; afterwards it is as it was. */
enum InjectedFault {
    WORKER_KILLED("kill -9 of a worker at random", InjectedFault::killWorker),
    WORKER_FROZEN("SIGSTOP of a worker for 20 s", InjectedFault::freezeWorker),
    WORKERS_ACCUSED("the producers of live workers are fenced", InjectedFault::accuseWorkers),
    WORKER_TERMINATED("SIGTERM of a worker under load", InjectedFault::terminateWorker),
    WORKERS_RESTARTED("rolling restart of all workers", InjectedFault::restartWorkers),
    WORKERS_FEWER_AND_MORE("scale to one worker and back", InjectedFault::scale),
    BROKER_RESTARTED("kill -9 of the only broker", (cluster, scenario) -> loseBroker(cluster, scenario, Duration.ZERO)),
    BROKER_SLOW("the broker is stopped for 80 of every 100 ms", InjectedFault::slowBroker),
    BROKER_AWAY("no broker for 30 s", (cluster, scenario) -> loseBroker(cluster, scenario, Duration.ofSeconds(30))),
    SERVICE_REFUSES("the service refuses connections for 10 s", InjectedFault::refuse),
    SERVICE_UNKNOWN("the service's name is unknown", InjectedFault::hideService),
    KEY_EXPIRED("the key expires and is replaced", InjectedFault::changeKey);

    private static final Duration PAST_THE_SESSION = Duration.ofSeconds(20);
    private static final Duration STOPPED = Duration.ofMillis(80);
    private static final Duration AT_WORK = Duration.ofMillis(20);
    private static final int TURNS = 150;

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // A method, which keeps nothing.
    private final BiConsumer<Cluster, Scenario> course;

    InjectedFault(String title, BiConsumer<Cluster, Scenario> course) {
        this.title = title;
        this.course = course;
    }

    String title() {
        return title;
    }

    /** At some moment within the next second. */
    void inject(Cluster cluster, Scenario scenario) {
        scenario.lasts(Duration.ofMillis(scenario.random().nextInt(1_000)));
        course.accept(cluster, scenario);
    }

    private static void killWorker(Cluster cluster, Scenario scenario) {
        WorkerProcess victim = cluster.anyVictim(scenario.random());
        scenario.strike("kill -9 " + victim.name(), () -> victim.process().kill());
        scenario.traffic().transactions(5);
        scenario.lasts(Duration.ofSeconds(2));
        scenario.act("start " + victim.name(), victim::startAndAwait);
    }

    private static void freezeWorker(Cluster cluster, Scenario scenario) {
        WorkerProcess victim = cluster.anyWorker(scenario.random());
        scenario.strike("SIGSTOP " + victim.name() + ", and SIGCONT after " + PAST_THE_SESSION, () -> {
            victim.process().freeze();
            scenario.lasts(PAST_THE_SESSION);
            victim.process().thaw();
        });
    }

    /** Not a strike: calls in flight are none of theirs. */
    private static void accuseWorkers(Cluster cluster, Scenario scenario) {
        for (int i = 0; i < 3; i++) {
            scenario.act("fence all producers", cluster::fenceAll);
            scenario.lasts(Duration.ofSeconds(1));
        }
    }

    private static void terminateWorker(Cluster cluster, Scenario scenario) {
        restart(scenario, cluster.anyVictim(scenario.random()));
    }

    private static void restartWorkers(Cluster cluster, Scenario scenario) {
        cluster.workers().forEach(worker -> restart(scenario, worker));
    }

    private static void restart(Scenario scenario, WorkerProcess worker) {
        scenario.act("SIGTERM " + worker.name(), () -> worker.process().close());
        scenario.act("start " + worker.name(), worker::startAndAwait);
    }

    private static void scale(Cluster cluster, Scenario scenario) {
        scenario.act(
                "leave one worker",
                () -> cluster.victims().forEach(worker -> worker.process().close()));
        scenario.lasts(Duration.ofSeconds(3));
        scenario.act("start the others again", cluster::whole);
    }

    private static void loseBroker(Cluster cluster, Scenario scenario, Duration time) {
        KafkaNode broker = cluster.kafka().nodes().getFirst();
        scenario.strike("kill -9 broker and start it again after " + time, () -> {
            broker.process().kill();
            scenario.lasts(time);
            broker.start();
            cluster.kafka().awaitAll();
        });
    }

    /** Each commit takes several of its turns; not a strike, since nothing is lost. */
    private static void slowBroker(Cluster cluster, Scenario scenario) {
        KafkaNode broker = cluster.kafka().nodes().getFirst();
        scenario.act("stop the broker for 80 of every 100 ms", () -> {
            for (int turn = 0; turn < TURNS; turn++) {
                broker.process().freeze();
                scenario.lasts(STOPPED);
                broker.process().thaw();
                scenario.lasts(AT_WORK);
            }
        });
    }

    private static void refuse(Cluster cluster, Scenario scenario) {
        scenario.strike("refuse", cluster.sandbox()::refuse);
        scenario.lasts(Duration.ofSeconds(10));
        scenario.act("listen", cluster.sandbox()::listen);
    }

    private static void hideService(Cluster cluster, Scenario scenario) {
        String known = cluster.sandbox().baseUrl();
        cluster.workers().forEach(worker -> {
            worker.with("--docs-agent.api.base-url=https://no-such-host.invalid");
            restart(scenario, worker);
        });
        cluster.workers().forEach(worker -> {
            worker.with("--docs-agent.api.base-url=" + known);
            restart(scenario, worker);
        });
    }

    private static void changeKey(Cluster cluster, Scenario scenario) {
        scenario.act("expire", () -> cluster.sandbox().acceptKeys(Set.of("second-key")));
        scenario.await(
                "it is refused",
                () -> scenario.posts().stream()
                        .anyMatch(post -> Integer.valueOf(401).equals(post.status())));
        scenario.act("replace", () -> cluster.rotateKey("second-key"));
        scenario.lasts(Duration.ofSeconds(3));
        scenario.act("replace again", () -> cluster.rotateKey(Cluster.KEY));
    }
}
