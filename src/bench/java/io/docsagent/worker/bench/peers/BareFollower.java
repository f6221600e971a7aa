package io.docsagent.worker.bench.peers;

import io.docsagent.worker.harness.Quiet;
import java.time.Duration;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;

/** The bare loop, and a GET every 5 s for each job that it started, until the job is active no more. */
public final class BareFollower {

    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final Scheduler timer = Schedulers.newSingle("timer");
    private final BareService service;
    private final BareLoop loop;

    private BareFollower(PeerSettings settings) {
        this.service = new BareService(settings.baseUrl());
        this.loop = new BareLoop(settings, service);
    }

    public static void main(String[] arguments) throws InterruptedException {
        Quiet.please();
        BareFollower follower = new BareFollower(PeerSettings.of(arguments));
        follower.loop.run(follower::started);
    }

    private void started(Command command, String answer) {
        loop.tell(command, "job.active", answer);
        String jobId = JsonMapper.shared().readTree(answer).path("id").asString();
        Mono.delay(INTERVAL, timer)
                .then(service.job(command.projectId(), jobId))
                .retry()
                .repeat()
                .filter(BareFollower::hasEnded)
                .next()
                .subscribe(ended -> loop.tell(command, "job.completed", ended));
    }

    private static boolean hasEnded(String job) {
        return !JsonMapper.shared().readTree(job).path("status").asString().equals("active");
    }
}
