package io.docsagent.worker.guarantee;

import io.docsagent.worker.guarantee.History.Call;
import io.docsagent.worker.guarantee.History.Renewal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * No call is decided before the {@code notBefore} of its command, and of those whose place it took; and no repeat that an
 * operator wants before the service can take the earlier calls no more.
 *
 * @param margin by which the clocks may differ
 */
public record NotSentTooEarly(Duration margin) implements Promise {

    @Override
    public List<String> broken(History history) {
        List<String> broken = new ArrayList<>();
        Map<String, Instant> earliest = new HashMap<>();
        history.commands()
                .values()
                .forEach(command ->
                        earliest.put(command.id(), command.notBefore() == null ? Instant.MIN : command.notBefore()));
        history.events().stream().filter(event -> event.supersededBy() != null).forEach(event -> {
            Instant older = earliest.getOrDefault(event.command(), Instant.MIN);
            earliest.merge(event.supersededBy(), older, (one, other) -> one.isBefore(other) ? one : other);
        });
        Map<String, List<Call>> calls = history.callsByCommand();
        for (Call call : history.calls()) {
            Instant notBefore = earliest.getOrDefault(call.command(), Instant.MIN);
            if (call.at().plus(margin).isBefore(notBefore)) {
                broken.add("called before " + notBefore + ": " + call);
            }
        }
        for (Renewal renewal : history.renewals()) {
            if (renewal.byOperator()) {
                repeatedTooEarly(renewal, calls.getOrDefault(renewal.command(), List.of()), broken);
            }
        }
        return broken;
    }

    private void repeatedTooEarly(Renewal renewal, List<Call> calls, List<String> broken) {
        for (Call open : calls) {
            if (open.unknownFrom() <= renewal.position() && open.settledFrom() > renewal.position()) {
                calls.stream()
                        .filter(call -> call.first() >= renewal.position()
                                && call.at().plus(margin).isBefore(open.deadline()))
                        .forEach(call -> broken.add("repeated before " + open.deadline() + ": " + call));
            }
        }
    }
}
