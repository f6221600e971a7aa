package io.docsagent.worker.simulation;

import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.wire.Format;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Whose uses calls are: those of their commands' publishers, or of one who had what waits behind them promoted. */
final class Payments {

    private static final Format<QueuedCommand> QUEUED = Format.of(QueuedCommand.class);

    private final Broker broker;

    Payments(Broker broker) {
        this.broker = broker;
    }

    /** As the worker has decided it, of a call that is about to be sent. */
    String payerOf(Post post) {
        String prefix = post.projectId + "/";
        List<QueuedCommand> called = IntStream.range(0, broker.partitions())
                .mapToObj(number -> broker.changelog("queue", number))
                .flatMap(queue -> queue.subMap(prefix, post.projectId + "0").entrySet().stream())
                .map(Map.Entry::getValue)
                .map(stored -> QUEUED.read(Release.NEXT.reads(stored)))
                .filter(queued -> queued.call() != null
                        && Post.commandOf(queued.command().prompt()).equals(post.command()))
                .toList();
        // One that was silent may send what the others have given up.
        return called.isEmpty()
                ? post.publisher()
                : called.getFirst().inFlight().payer();
    }
}
