package io.docsagent.worker.simulation;

import io.docsagent.worker.guarantee.Event;
import java.time.Instant;
import java.util.List;

/** Commands are refused for want of room only where their own project queues some, and may then be published again. */
record Refusals(FinishedRun run) {

    /** So many commands, and one more, have fewer bytes than a project may queue in any case. */
    private static final int FEW = 1;

    /** @param shortOfBytes whether no other limit than that of the queued bytes is reached */
    void check(boolean shortOfBytes) {
        for (Published command : run.publishers().published().values()) {
            repliedToTheLast(command);
            if (shortOfBytes) {
                notForOthers(command);
            }
        }
    }

    /** What was refused and is not remembered is decided anew when it is published again. */
    private void repliedToTheLast(Published command) {
        Instant again = run.publishers().lastPublished(command);
        List<Event> ends = run.events().endsOf(command.id());
        if (!ends.isEmpty()
                && AtRest.NOT_REMEMBERED.contains(ends.getLast().reason())
                && ends.getLast().time().plus(Events.MARGIN).isBefore(again)) {
            run.promises()
                    .broken("no reply: " + command + " was published again at " + again + ", and ended by "
                            + ends.getLast());
        }
    }

    private void notForOthers(Published command) {
        for (Event end : run.events().endsOf(command.id())) {
            if (end.reason().equals("queue_full") && queued(command, end.time()) <= FEW) {
                run.promises().broken("no room for one of a few: " + end);
            }
        }
    }

    /** How many other commands of the project may have been queued at that time, or their prompts in the place of others. */
    private long queued(Published command, Instant at) {
        long cancels = run.publishers().cancels().values().stream()
                .filter(cancel -> cancel.project().equals(command.project()))
                .filter(cancel -> cancel.at().isBefore(at.plus(Events.MARGIN)))
                .count();
        return cancels
                + run.publishers().published().values().stream()
                        .filter(other ->
                                other.project().equals(command.project()) && other.number() != command.number())
                        .filter(other -> other.at().isBefore(at.plus(Events.MARGIN)))
                        .filter(other -> run.events().endsOf(other.id()).stream()
                                .limit(1)
                                .noneMatch(end -> !end.type().equals("command.superseded")
                                        && end.time().isBefore(at.minus(Events.MARGIN))))
                        .count();
    }
}
