package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.guarantee.History.Arrival;
import io.docsagent.worker.guarantee.History.Call;
import io.docsagent.worker.guarantee.History.Command;
import io.docsagent.worker.guarantee.History.Limit;
import io.docsagent.worker.guarantee.History.Operation;
import io.docsagent.worker.guarantee.History.Outage;
import io.docsagent.worker.guarantee.History.Outcome;
import io.docsagent.worker.guarantee.History.Post;
import io.docsagent.worker.guarantee.History.Renewal;
import io.docsagent.worker.guarantee.History.Stored;
import io.docsagent.worker.guarantee.History.Use;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Each promise is shown a history that breaks it, and complains; without that it does not. Second 5 is position 5. */
class PromisesTest {

    private static final Instant BEGIN = Instant.parse("2026-11-21T09:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Limit TWO = new Limit(2, HOUR);
    private static final Promise UNKNOWN = new UnknownOnlyWhereOpen(Duration.ofSeconds(5), Duration.ofSeconds(8));

    private final History history = new History();

    @BeforeEach
    void publish() {
        history.commands().put("c1", new Command("c1", "p", null, "lane", null));
        history.commands().put("c2", new Command("c2", "p", null, "lane", at(50)));
    }

    @Test
    void uses_too_many_of_a_project_or_of_a_publisher() {
        used(0, "batch", TWO, null);
        used(1, "ci", TWO, null);
        used(3_600, "batch", TWO, new Limit(1, HOUR.plusSeconds(1)));
        kept(new WithinQuota(false));
        breaks(new WithinQuota(true), "quota: 2 uses of p by batch in PT1H");

        used(3_601, "ci", TWO, null);
        kept(new WithinQuota(false));
        used(3_601, "ci", TWO, null);
        breaks(new WithinQuota(false), "quota: 3 uses of p in PT1S");
    }

    @Test
    void a_use_that_the_service_refuses() {
        posted("c1", 1, History.NEVER, Outcome.REFUSED, null);
        kept(new NeverThrottled());

        posted("c1", 2, 3, Outcome.THROTTLED, null);
        breaks(new NeverThrottled(), "throttled");
    }

    @Test
    void a_second_send_without_an_answer_that_allows_it() {
        posted("c1", 1, 3, Outcome.NOT_TAKEN, null);
        posted("c1", 4, History.NEVER, Outcome.NOTHING, null);
        kept(new SentOnce(1));

        posted("c1", 6, History.NEVER, Outcome.NOTHING, null);
        breaks(new SentOnce(1), "sent twice");
        kept(new SentOnce(2));

        history.renewals().add(new Renewal("c1", 5, 5, false));
        kept(new SentOnce(1));
    }

    @Test
    void a_second_send_before_the_answer_that_allows_it() {
        posted("c1", 1, 3, Outcome.NOT_TAKEN, null);
        posted("c1", 2, 3, Outcome.NOT_TAKEN, null);
        breaks(new SentOnce(1), "sent twice");
    }

    @Test
    void a_send_under_a_name_that_was_used_or_of_a_command_that_was_not_published() {
        called("c1", 1);
        called("c1", 2);
        kept(new SentOnce(1));
        history.calls().add(history.calls().getFirst());
        breaks(new SentOnce(1), "sent twice under the same name");
        history.calls().clear();

        posted("c9", 1, 3, Outcome.NOT_TAKEN, null);
        breaks(new SentOnce(1), "sent and never published");
    }

    @Test
    void a_command_that_does_not_end_or_was_never_published() {
        ended("c1", 1, "job.active", "j1");
        breaks(new EndedOnce(1), "lost: c2");

        ended("c2", 2, "command.rejected", null);
        kept(new EndedOnce(1));
        ended("c9", 3, "command.rejected", null);
        breaks(new EndedOnce(1), "never published");
    }

    @Test
    void a_command_that_ends_twice_or_in_two_ways_or_as_two_jobs() {
        ended("c2", 1, "command.unknown", null);
        ended("c2", 2, "job.active", "j2");
        ended("c1", 3, "command.expired", null);
        kept(new EndedOnce(1));

        ended("c2", 4, "job.active", "j3");
        breaks(new EndedOnce(1), "ended twice");
        kept(new EndedOnce(2));

        ended("c1", 5, "command.expired", null);
        breaks(new EndedOnce(2), "ended twice");
        history.events().removeLast();
        ended("c1", 6, "command.cancelled", null);
        breaks(new EndedOnce(2), "ended twice");
        history.events().removeLast();
        ended("c1", 7, "job.active", "j1");
        breaks(new EndedOnce(2), "ended twice");

        history.renewals().add(new Renewal("c1", 6, 6, false));
        kept(new EndedOnce(2));
    }

    @Test
    void as_many_jobs_more_as_operators_said_what_was_not_so() {
        ended("c2", 1, "command.unknown", null);
        ended("c2", 5, "job.active", "j2");
        ended("c2", 6, "job.active", "j3");
        ended("c1", 7, "job.active", "j1");
        breaks(new EndedOnce(1), "ended twice");
        history.operations().put("o1", new Operation("o1", "p", false, "c2"));
        kept(new EndedOnce(1));

        history.operations().clear();
        history.renewals().add(new Renewal("c2", 5, 5, true));
        kept(new EndedOnce(1));
        ended("c2", 8, "job.active", "j4");
        breaks(new EndedOnce(1), "ended twice");
    }

    @Test
    void what_is_not_remembered_may_be_refused_again_and_end_in_another_way() {
        ended("c2", 1, "command.rejected", null);
        history.events().add(event(2, "command.rejected", "\"commandId\":\"c1\",\"reason\":{\"code\":\"queue_full\"}"));
        history.events().add(event(3, "command.rejected", "\"commandId\":\"c1\",\"reason\":{\"code\":\"queue_full\"}"));
        ended("c1", 4, "job.active", "j1");
        kept(new EndedOnce(1));
    }

    @Test
    void what_was_taken_and_is_not_reported() {
        ended("c1", 1, "command.expired", null);
        ended("c2", 2, "command.unknown", null);
        posted("c2", 1, History.NEVER, Outcome.TAKEN, "j2");
        kept(new EndedOnce(1));

        posted("c1", 1, History.NEVER, Outcome.TAKEN, "j1");
        breaks(new EndedOnce(1), "taken and not reported");
    }

    @Test
    void an_operator_who_resolves_what_is_not_unknown() {
        ended("c1", 1, "command.rejected", null);
        ended("c2", 2, "command.unknown", null);
        ended("c2", 5, "command.rejected", null);
        ended("c2", 6, "job.active", "j2");
        history.renewals().add(new Renewal("c2", 5, 5, true));
        kept(new EndedOnce(1));

        history.renewals().add(new Renewal("c1", 5, 5, true));
        breaks(new EndedOnce(1), "resolved though it was not unknown");
    }

    @Test
    void events_twice_out_of_order_or_with_a_gap() {
        Promise inOrder = new EventsInOrder(HOUR);
        ofJob(1, 1);
        ofJob(2, 2);
        ofJob(3_700, 1);
        kept(inOrder);

        ofJob(3_800, 3);
        breaks(inOrder, "out of sequence");
        history.events().removeLast();
        ofJob(3_900, 1);
        breaks(inOrder, "out of sequence");
        history.events().removeLast();
        history.events().add(history.events().getLast());
        breaks(inOrder, "event twice");
        history.events().removeLast();
        history.events().add(event(5, "project.held", ""));
        breaks(inOrder, "out of order");
    }

    @Test
    void a_message_that_overtakes() {
        posted("c1", 1, History.NEVER, Outcome.TAKEN, "j1");
        posted("c2", 2, History.NEVER, Outcome.TAKEN, "j1");
        kept(new SentInOrder());

        posted("c1", 3, History.NEVER, Outcome.TAKEN, "j1");
        breaks(new SentInOrder(), "order: ");
    }

    @Test
    void a_call_while_an_operator_holds_the_project() {
        ofOperator(5, "project.held");
        called("c1", 4);
        kept(new NotSentWhileHeld());
        called("c1", 9);
        breaks(new NotSentWhileHeld(), "called while an operator held it");

        ofOperator(9, "project.resumed");
        kept(new NotSentWhileHeld());
        called("c1", 5);
        breaks(new NotSentWhileHeld(), "called while an operator held it");
    }

    @Test
    void a_hold_that_begins_without_a_word() {
        history.operations().put("o1", new Operation("o1", "p", true, null));
        answered(5, "o1");
        breaks(new NotSentWhileHeld(), "held without a word");

        ofOperator(5, "project.held");
        kept(new NotSentWhileHeld());
    }

    @Test
    void an_operation_that_is_not_answered_once() {
        history.operations().put("o1", new Operation("o1", "p", false, null));
        breaks(new OperationsAnsweredOnce(), "answered 0 times");
        answered(1, "o1");
        kept(new OperationsAnsweredOnce());

        answered(2, "o1");
        breaks(new OperationsAnsweredOnce(), "answered 2 times");
        history.events().removeLast();
        answered(3, "o2");
        breaks(new OperationsAnsweredOnce(), "answered and never asked for: o2");
    }

    @Test
    void a_call_of_what_has_ended() {
        called("c1", 4);
        ended("c1", 5, "command.cancelled", null);
        ended("c2", 5, "job.active", "j2");
        kept(new EndedNotSent());

        called("c2", 5);
        breaks(new EndedNotSent(), "called after");
        history.calls().removeLast();
        called("c1", 9);
        breaks(new EndedNotSent(), "called after");

        history.renewals().add(new Renewal("c1", 8, 8, false));
        kept(new EndedNotSent());
    }

    @Test
    void a_cancel_that_is_not_answered_or_twice() {
        history.commands().put("x", new Command("x", "p", "c1", null, null));
        breaks(new EndedNotSent(), "0 answers");

        ended("x", 5, "command.rejected", null);
        kept(new EndedNotSent());
        ended("x", 6, "command.duplicate", null);
        breaks(new EndedNotSent(), "2 answers");
        history.events().clear();
        ended("c1", 5, "command.cancelled", null);
        kept(new EndedNotSent());
    }

    @Test
    void a_call_before_its_time_unless_it_takes_the_place_of_one_that_had_none() {
        Promise notTooEarly = new NotSentTooEarly(Duration.ofSeconds(2));
        called("c2", 48);
        kept(notTooEarly);
        called("c2", 47);
        breaks(notTooEarly, "called before");

        history.events().add(event(9, "command.superseded", "\"commandId\":\"c1\",\"supersededBy\":\"c2\""));
        kept(notTooEarly);
    }

    @Test
    void a_repeat_before_the_service_can_take_the_earlier_call_no_more() {
        Promise notTooEarly = new NotSentTooEarly(Duration.ZERO);
        call("c1", 1, 30, 10, 25);
        called("c1", 30);
        history.renewals().add(new Renewal("c1", 20, 20, true));
        kept(notTooEarly);

        called("c1", 29);
        breaks(notTooEarly, "repeated before");
        history.renewals().set(0, new Renewal("c1", 25, 25, true));
        kept(notTooEarly);
    }

    @Test
    void a_repetition_without_an_answer() {
        arrived(1);
        arrived(2);
        breaks(new RepetitionsAnswered(), "no answer");
        repeated(2, "queued", null);
        arrived(61);
        kept(new RepetitionsAnswered());

        arrived(62);
        breaks(new RepetitionsAnswered(), "no answer");
        history.renewals().add(new Renewal("c1", 62, 62, false));
        kept(new RepetitionsAnswered());
    }

    @Test
    void an_answer_too_often_or_to_no_repetition() {
        arrived(1);
        arrived(2);
        arrived(61);
        repeated(2, "queued", null);
        repeated(61, "queued", null);
        breaks(new RepetitionsAnswered(), "answered too often");

        history.events().removeLast();
        repeated(99, "queued", null);
        breaks(new RepetitionsAnswered(), "answer to no repetition");
    }

    @Test
    void a_repetition_that_is_answered_with_what_is_not_so() {
        arrived(1);
        arrived(5);
        repeated(5, "rejected", null);
        breaks(new RepetitionsAnswered(), "answered with what is not so");

        history.events().clear();
        ended("c1", 3, "job.active", "j1");
        repeated(5, "accepted", "j1");
        kept(new RepetitionsAnswered());
        history.events().removeLast();
        repeated(5, "accepted", "j2");
        breaks(new RepetitionsAnswered(), "answered with what is not so");
        history.events().removeLast();
        repeated(5, "queued", null);
        breaks(new RepetitionsAnswered(), "answered with what is not so");
    }

    @Test
    void what_may_be_remembered_longer_than_it_must_be() {
        arrived(1);
        ended("c1", 3, "command.expired", null);
        arrived(5);
        repeated(5, "expired", null);
        history.renewals().add(new Renewal("c1", 5, 5, false));
        kept(new RepetitionsAnswered());

        history.renewals().set(0, new Renewal("c1", 5, 5, true));
        breaks(new RepetitionsAnswered(), "answered with what is not so");
    }

    @Test
    void a_command_that_is_unknown_though_its_call_was_not_open() {
        ended("c1", 99, "command.unknown", null);
        breaks(UNKNOWN, "unknown though no call was open");
        call("c1", 20, 50, 90, History.NEVER);
        breaks(UNKNOWN, "unknown though no call was open");
        posted("c1", 21, History.NEVER, Outcome.TAKEN, "j1");
        breaks(UNKNOWN, "unknown though no call was open");

        posted("c1", 22, History.NEVER, Outcome.NOTHING, null);
        kept(UNKNOWN);
        history.calls().clear();
        call("c1", 20, 50, 90, 95);
        breaks(UNKNOWN, "unknown though no call was open");
    }

    @Test
    void a_call_that_was_decided_shortly_before_an_outage_may_have_been_lost_unsent() {
        ended("c1", 99, "command.unknown", null);
        call("c1", 20, 50, 90, History.NEVER);

        outage(27, 27);
        kept(UNKNOWN);
        outage(29, 29);
        breaks(UNKNOWN, "unknown though no call was open");
        outage(16, 16);
        kept(UNKNOWN);
        outage(14, 14);
        breaks(UNKNOWN, "unknown though no call was open");
    }

    @Test
    void an_earlier_post_that_was_answered_says_nothing_of_the_call_that_was_lost() {
        ended("c1", 99, "command.unknown", null);
        posted("c1", 2, 3, Outcome.NOT_TAKEN, null);
        call("c1", 20, 50, 90, History.NEVER);

        outage(27, 27);
        kept(UNKNOWN);
        outage(4, 4);
        breaks(UNKNOWN, "unknown though no call was open");
    }

    /** Its worker was frozen between its last check and the first byte, and went on when others had taken over. */
    @Test
    void a_frozen_worker_may_send_a_call_when_it_goes_on() {
        ended("c1", 99, "command.unknown", null);
        call("c1", 20, 50, 90, History.NEVER);
        posted("c1", 41, History.NEVER, Outcome.TAKEN, "j1");

        outage(21, 40);
        kept(UNKNOWN);
        outage(47, 60);
        breaks(UNKNOWN, "unknown though no call was open");
        outage(10, 19);
        breaks(UNKNOWN, "unknown though no call was open");
    }

    @Test
    void a_record_that_says_something_else_than_its_event() {
        Promise agree = new RecordsAgree(Duration.ZERO, false);
        history.events().add(event(5, "job.active", "\"commandId\":\"c1\",\"jobId\":\"j1\",\"status\":\"active\""));
        stored(5, "{\"state\":\"accepted\",\"eventId\":\"0-5-0\",\"jobId\":\"j1\",\"status\":\"active\"}");
        kept(agree);

        stored(6, "{\"state\":\"accepted\",\"eventId\":\"0-5-0\",\"jobId\":\"j2\",\"status\":\"active\"}");
        breaks(agree, "the last record says");
        stored(7, "{\"state\":\"rejected\",\"eventId\":\"0-5-0\"}");
        breaks(agree, "the last record says");
        stored(8, "{\"state\":\"sent\"}");
        breaks(agree, "the last record says that it has not ended");
    }

    @Test
    void a_record_that_is_older_than_the_last_event_or_is_left() {
        stored(5, "{\"state\":\"unknown\",\"eventId\":\"0-5-0\"}");
        ended("c1", 5, "command.unknown", null);
        kept(new RecordsAgree(Duration.ZERO, false));
        breaks(new RecordsAgree(Duration.ZERO, true), "a record is left");

        ended("c1", 6, "command.rejected", null);
        breaks(new RecordsAgree(Duration.ZERO, false), "the last record is older");
        stored(6, null);
        kept(new RecordsAgree(Duration.ZERO, true));
    }

    private void kept(Promise promise) {
        assertThat(promise.broken(history)).isEmpty();
    }

    private void breaks(Promise promise, String complaint) {
        assertThat(promise.broken(history)).isNotEmpty().anyMatch(broken -> broken.startsWith(complaint));
    }

    private static Instant at(long seconds) {
        return BEGIN.plusSeconds(seconds);
    }

    private void used(long at, String payer, Limit quota, @Nullable Limit budget) {
        history.uses().add(new Use("p", payer, at(at), quota, budget));
    }

    private void posted(String command, long sent, long settled, Outcome outcome, @Nullable String job) {
        history.posts().add(new Post(command, sent, settled, at(sent), outcome, job, false));
    }

    private void called(String command, long position) {
        call(command, position, position + 30, History.NEVER, History.NEVER);
    }

    private void call(String command, long position, long deadline, long unknownFrom, long settledFrom) {
        history.calls()
                .add(new Call(
                        command + "." + position,
                        "p",
                        command,
                        position,
                        position,
                        at(position),
                        at(deadline),
                        unknownFrom,
                        settledFrom));
    }

    private void arrived(long position) {
        history.arrivals().add(new Arrival("c1", position, at(position)));
    }

    private void outage(long from, long to) {
        history.outages().clear();
        history.outages().add(new Outage(at(from), at(to)));
    }

    private void stored(long position, @Nullable String json) {
        history.records().add(new Stored("p/c1", json, at(position)));
    }

    private void ended(String command, long position, String type, @Nullable String job) {
        String ofJob = job == null ? "" : ",\"jobId\":\"" + job + '"';
        history.events().add(event(position, type, "\"commandId\":\"" + command + '"' + ofJob));
    }

    private void repeated(long position, String state, @Nullable String job) {
        String ofJob = job == null ? "" : ",\"jobId\":\"" + job + '"';
        history.events()
                .add(event(
                        position,
                        "command.duplicate",
                        "\"commandId\":\"c1\",\"original\":{\"state\":\"" + state + '"' + ofJob + "}"));
    }

    private void ofJob(long position, int sequence) {
        history.events().add(event(position, "job.updated", "\"jobId\":\"j1\",\"sequence\":" + sequence));
    }

    private void ofOperator(long position, String type) {
        history.events().add(event(position, type, "\"reason\":{\"code\":\"operator\"}"));
    }

    private void answered(long position, String operation) {
        history.events().add(event(position, "operation.done", "\"operationId\":\"" + operation + '"'));
    }

    private static Event event(long position, String type, String more) {
        String json = "{\"eventId\":\"0-%d-0\",\"type\":\"%s\",\"time\":\"%s\",\"projectId\":\"p\"%s}"
                .formatted(position, type, at(position), more.isEmpty() ? "" : "," + more);
        return Event.of(0, JsonMapper.shared().readTree(json));
    }
}
