package io.docsagent.worker.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.gateway.breaker.Verdict;
import io.docsagent.worker.settings.ApiSettings;
import io.docsagent.worker.wire.GatewayRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CallSlotsTest {

    private static final Instant LATER = Instant.parse("2026-01-01T00:00:30Z");

    private final CallSlots slots = new CallSlots(3, 100, 1_000, Breakers.wide());

    private static GatewayRequest.Call call(String projectId, int number) {
        return new GatewayRequest.Call(projectId, projectId + number, null, "prompt", LATER, null);
    }

    private void await(GatewayRequest.Call... calls) {
        for (GatewayRequest.Call call : calls) {
            assertThat(slots.reserve(call)).isTrue();
            slots.enqueue(call);
        }
    }

    private List<String> placed() {
        List<String> placed = new ArrayList<>();
        for (CallSlots.Taken taken = slots.next(); taken != null; taken = slots.next()) {
            placed.add(taken.call().callId());
        }
        return placed;
    }

    private static GatewayRequest.Call taken(CallSlots slots) {
        return Objects.requireNonNull(slots.next()).call();
    }

    private static void release(CallSlots slots, GatewayRequest.Call call) {
        slots.release(new CallSlots.Taken(call, new Verdict.Begun(0, 0)), HeldAgentApi.ACCEPTED);
    }

    @Test
    void one_project_has_no_more_places_than_there_are_for_all() {
        await(call("a", 1), call("a", 2), call("a", 3), call("a", 4));
        assertThat(placed()).containsExactly("a1", "a2", "a3");
        release(slots, call("a", 1));
        assertThat(placed()).containsExactly("a4");
    }

    @Test
    void a_project_without_a_call_in_flight_goes_first_and_finds_a_place_beyond() {
        await(call("a", 1), call("a", 2), call("a", 3), call("a", 4));
        assertThat(placed()).hasSize(3);
        await(call("b", 1), call("b", 2), call("c", 1));
        assertThat(placed()).containsExactly("b1", "c1");
        assertThat(slots.inFlight()).isEqualTo(5);
        await(call("d", 1), call("e", 1));
        assertThat(placed()).containsExactly("d1");
        assertThat(slots.inFlight()).isEqualTo(ApiSettings.mostInFlight(3));
        release(slots, call("a", 1));
        assertThat(placed()).containsExactly("e1");
    }

    @Test
    void projects_take_turns() {
        CallSlots four = new CallSlots(4, 100, 1_000, Breakers.wide());
        for (GatewayRequest.Call call : List.of(call("a", 1), call("a", 2), call("b", 1), call("b", 2))) {
            four.enqueue(call);
            assertThat(taken(four)).isEqualTo(call);
        }
        List.of(call("a", 3), call("a", 4), call("b", 3), call("b", 4)).forEach(four::enqueue);
        List<GatewayRequest.Call> turns = new ArrayList<>();
        for (String ending : List.of("a", "a", "b", "b")) {
            release(four, call(ending, 0));
            turns.add(taken(four));
        }
        assertThat(turns).containsExactly(call("a", 3), call("b", 3), call("a", 4), call("b", 4));
    }

    @Test
    void a_project_whose_calls_have_ended_finds_a_place_beyond_again() {
        await(call("a", 1));
        assertThat(placed()).containsExactly("a1");
        release(slots, call("a", 1));
        await(call("b", 1), call("b", 2), call("b", 3), call("b", 4));
        assertThat(placed()).containsExactly("b1", "b2", "b3");

        await(call("a", 2), call("a", 3));

        assertThat(placed()).containsExactly("a2");
    }

    @Test
    void a_project_that_waits_goes_first_once_its_own_call_has_ended() {
        await(call("a", 1), call("b", 1), call("b", 2));
        assertThat(placed()).containsExactly("a1", "b1", "b2");
        await(call("b", 3), call("a", 2));

        release(slots, call("a", 1));

        assertThat(placed()).containsExactly("a2");
    }

    @Test
    void what_is_too_late_or_left_over_is_taken_out() {
        GatewayRequest.Call late = new GatewayRequest.Call("a", "late", null, "prompt", LATER.minusSeconds(1), null);
        await(call("b", 1), call("b", 2), call("b", 3));
        assertThat(placed()).hasSize(3);
        await(call("b", 4), late, call("a", 1));
        assertThat(slots.removeLate(LATER)).containsExactly(late);
        assertThat(slots.waiting()).isEqualTo(2);
        assertThat(slots.removeAll()).containsExactlyInAnyOrder(call("a", 1), call("b", 4));
        assertThat(slots.waiting()).isZero();
        assertThat(placed()).isEmpty();
    }

    @Test
    void what_waits_is_bounded_in_number_and_in_bytes() {
        CallSlots few = new CallSlots(1, 2, 1_000, Breakers.wide());
        assertThat(few.reserve(call("a", 1))).isTrue();
        assertThat(few.reserve(call("b", 1))).isTrue();
        assertThat(few.reserve(call("c", 1))).isFalse();
        few.cancel(call("a", 1));
        assertThat(few.reserve(call("c", 1))).isTrue();

        CallSlots exact = new CallSlots(1, 100, 2L * 3 * "prompt".length(), Breakers.wide());
        for (int round = 0; round < 3; round++) {
            assertThat(exact.reserve(call("a", 1))).isTrue();
            assertThat(exact.reserve(call("a", 2))).isTrue();
            assertThat(exact.reserve(call("a", 3))).as("just fits").isTrue();
            assertThat(exact.reserve(call("a", 4))).isFalse();
            exact.cancel(call("a", 3));
            exact.cancel(call("a", 2));
            assertThat(exact.reserve(call("a", 2))).isTrue();
            exact.cancel(call("a", 2));
            exact.cancel(call("a", 1));
        }

        GatewayRequest.Call large = new GatewayRequest.Call("a", "large", null, "x".repeat(600), LATER, null);
        assertThat(slots.reserve(large)).as("alone").isTrue();
        assertThat(slots.reserve(call("b", 1))).isFalse();
        slots.cancel(large);
        assertThat(slots.reserve(call("b", 1))).isTrue();
        assertThat(slots.reserve(large)).isFalse();
    }
}
