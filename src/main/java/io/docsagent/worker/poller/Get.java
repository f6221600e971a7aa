package io.docsagent.worker.poller;

import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.gateway.JobLookup;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;

/** A GET in flight, which ends once: by its answer, or by being stopped. */
final class Get extends BaseSubscriber<JobLookup> {

    private final Begun begun;
    private final Consumer<JobLookup> whenEnded;
    private final Set<Get> underWay;
    private final AtomicBoolean ended = new AtomicBoolean();

    Get(Begun begun, Consumer<JobLookup> whenEnded, Set<Get> underWay) {
        this.begun = begun;
        this.whenEnded = whenEnded;
        this.underWay = underWay;
        underWay.add(this);
    }

    void start(AgentApi api) {
        Mono.defer(() -> api.look(begun.projectId(), begun.jobId())).subscribe(this);
    }

    void stop() {
        dispose();
        end(new JobLookup.Failed("stopped", null));
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        requestUnbounded();
    }

    @Override
    protected void hookOnNext(JobLookup look) {
        end(look);
    }

    @Override
    protected void hookOnComplete() {
        end(new JobLookup.Failed("no answer", null));
    }

    @Override
    protected void hookOnError(Throwable failure) {
        end(new JobLookup.Failed(String.valueOf(failure.getMessage()), null));
    }

    private void end(JobLookup look) {
        if (ended.compareAndSet(false, true)) {
            underWay.remove(this);
            whenEnded.accept(look);
        }
    }
}
