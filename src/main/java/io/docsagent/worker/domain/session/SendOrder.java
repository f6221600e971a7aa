package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.domain.index.Backlog.Group;
import io.docsagent.worker.domain.index.Candidate;
import io.docsagent.worker.domain.index.Lanes;
import io.docsagent.worker.domain.index.Payers;
import io.docsagent.worker.domain.index.ProjectIndex;
import io.docsagent.worker.domain.index.PublisherShares;
import io.docsagent.worker.domain.state.QueuedCommand;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Which of a project's waiting commands is sent next, and what must be sent before each. */
public final class SendOrder {

    /** Each is read from the store. */
    private static final int MOST_BEFORE = 100;

    private final CommandQueue queue;
    private final ProjectIndex index;
    private final Lanes lanes;
    private final JobRoom room;
    private final ContentBudget content;

    SendOrder(CommandQueue queue, ProjectIndex index, JobRoom room, ContentBudget content) {
        this.queue = queue;
        this.room = room;
        this.content = content;
        this.index = index;
        this.lanes = index.lanes();
    }

    /** As far as no command has to be read. */
    Lanes lanes() {
        return lanes;
    }

    /** What is to be sent next. */
    public Optional<Next> next(PublisherShares shares) {
        return lanes.next(shares, room::hasFor).map(candidate -> of(candidate, shares));
    }

    /** The next to be sent after the command with this sequence, in the order of arrival and round again. */
    public Optional<Next> nextAfter(long sequence, PublisherShares shares) {
        return lanes.nextAfter(sequence, shares, room::hasFor).map(candidate -> of(candidate, shares));
    }

    /** From when on something can be sent that is a use of these, if there is a token for it. */
    Map<Payers, Instant> dueFrom() {
        return lanes.dueFrom(room::hasFor);
    }

    private Next of(Candidate candidate, PublisherShares shares) {
        return new Next(
                queue.get(candidate.sequence()),
                candidate.priority(),
                candidate.payers().payer(shares),
                !candidate.isPromoted());
    }

    /**
     * What must be sent before a command that has to be sent by some time, as far as that is certain: without what may
     * expire before or may have been taken by the service, and of a long lane the first ones.
     */
    public List<QueuedCommand> certainlyBefore(QueuedCommand command, Instant by) {
        return lanes.before(command, MOST_BEFORE).stream()
                .takeWhile(before -> content.hasRoom())
                .map(queue::get)
                .filter(before -> before.calls().attempts() == 0 && mayWaitUntil(by, before))
                .toList();
    }

    /** Whether it does not expire, or cease to wait for its create, before that time. */
    private static boolean mayWaitUntil(Instant time, QueuedCommand command) {
        Instant expiresAt = command.command().expiresAt();
        Instant createWaitUntil = command.createWaitUntil();
        return (expiresAt == null || !expiresAt.isBefore(time))
                && (createWaitUntil == null || !createWaitUntil.isBefore(time));
    }

    /** The last waiting command of each of some publishers that must be sent before this one. */
    Stream<QueuedCommand> lastOfEachBefore(QueuedCommand command, Predicate<String> publishers) {
        return lanes.lastOfEachBefore(command).entrySet().stream()
                .filter(last -> publishers.test(last.getKey()))
                .map(last -> queue.get(last.getValue()));
    }

    /** Whether a command waits behind another waiting one of its job, or for a create. */
    public boolean isBehindWaiting(QueuedCommand command) {
        return command.waitsForKey() || lanes.isBehindWaiting(command);
    }

    /** The sequences of the first waiting commands from this one on, in the order of arrival. */
    public List<Long> waitingFrom(long sequence, int most) {
        return index.waitingFrom(sequence, most);
    }

    /** Whether messages wait in the lane of a create. */
    public boolean hasFollowersIn(String lane) {
        return lanes.countFollowersIn(lane) > 0;
    }

    /** The first message that waits in the lane of a create, where one does. */
    public QueuedCommand firstFollowerIn(String lane) {
        return queue.get(lanes.followersIn(lane, 1).getFirst());
    }

    /** How many messages wait for the command, which may be a create. */
    public int followersOf(QueuedCommand command) {
        return command.type() == Command.Type.CREATE ? lanes.countFollowersIn(command.followersLane()) : 0;
    }

    /** The commands that will be due by that time. */
    Map<Group, Integer> dueBy(Instant time) {
        return index.backlog().dueBy(time);
    }
}
