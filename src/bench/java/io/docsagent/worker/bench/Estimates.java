package io.docsagent.worker.bench;

import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import io.docsagent.worker.domain.policy.Sharing.Share;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** How far the announced time of a call is from the actual one, over a simulated day of three publishers. */
final class Estimates implements Part {

    private static final Duration DAY = Duration.ofHours(24);
    private static final int DAYS = 5;

    private static final Map<String, Share> SHARING = Map.of(
            "ci", new Share(3, null),
            "chat", new Share(1, null),
            "nightly", new Share(1, 40));

    @Override
    public void measure(Bench bench) {
        Map<String, Errors> errors = new TreeMap<>();
        for (long seed = 0; seed < (bench.sizes().small() ? 1 : DAYS); seed++) {
            new Day(new SplittableRandom(seed), errors).live();
        }
        Report.Table table = bench.report()
                .table(
                        "Announced against actual time of the call, commands with a wait of a minute and more",
                        "publisher",
                        "commands",
                        "wait p50",
                        "error p50",
                        "error, relative to the wait, p50",
                        "p90");
        errors.forEach((publisher, of) -> table.row(
                publisher,
                Integer.toString(of.count()),
                "%.0f min".formatted(of.waits.median() / 60_000),
                "%.1f min".formatted(of.errors.median() / 60_000),
                "%.0f %%".formatted(100 * of.relative.median()),
                "%.0f %%".formatted(100 * of.relative.percentile(90))));
    }

    /** Of one publisher, in milliseconds. */
    private static final class Errors {
        private final Figures waits = new Figures();
        private final Figures errors = new Figures();
        private final Figures relative = new Figures();
        private int count;

        void add(double wait, double error) {
            count++;
            waits.add(wait);
            errors.add(error);
            relative.add(error / wait);
        }

        int count() {
            return count;
        }
    }

    /** A project's day: what arrives, when the service answers, and when the worker wakes. */
    private static final class Day {

        private final SplittableRandom random;
        private final Map<String, Errors> errors;
        private final ProjectWorld world = ProjectWorld.of(Limits.standard().sharing(SHARING));
        private final PriorityQueue<Due> coming = new PriorityQueue<>(Comparator.comparing(Due::at));
        private final Map<String, Expected> expected = new HashMap<>();
        private int commands;
        private int jobs;

        private record Due(Instant at, Runnable happens) {}

        private record Expected(String publisher, Instant arrivedAt, Instant callAt) {}

        Day(SplittableRandom random, Map<String, Errors> errors) {
            this.random = random;
            this.errors = errors;
        }

        void live() {
            at(Duration.ofHours(1), () -> arrive(400, "nightly", true));
            for (int quarter = 4 * 8; quarter < 4 * 18; quarter++) {
                at(
                        Duration.ofMinutes(15L * quarter + random.nextInt(5)),
                        () -> arrive(15 + random.nextInt(15), "ci", false));
            }
            at(Duration.ofHours(12), () -> arrive(150, "ci", false));
            Duration next = Duration.ofHours(8);
            while (next.compareTo(Duration.ofHours(18)) < 0) {
                at(next, () -> arrive(1, "chat", false));
                next = next.plusMillis((long) (-Math.log(1 - random.nextDouble()) * 180_000));
            }
            while (!coming.isEmpty()) {
                Due due = coming.remove();
                world.at(due.at().isAfter(world.now()) ? due.at() : world.now());
                due.happens().run();
            }
        }

        private void at(Duration time, Runnable happens) {
            coming.add(new Due(ProjectWorld.START.plus(time), happens));
        }

        private void arrive(int count, String publisher, boolean low) {
            for (int i = 0; i < count; i++) {
                String id = "c" + commands++;
                Asked create = publisher.equals("chat") ? Asked.message(id, "j" + id) : Asked.create(id);
                Instant now = world.now();
                Step step = world.arrives((low ? create.low() : create).by(publisher));
                for (StatusEvent event : step.events()) {
                    QueuePlace place = event.queue();
                    if (place != null && place.estimatedDispatchAt() != null) {
                        expected.put(id, new Expected(publisher, now, place.estimatedDispatchAt()));
                    }
                }
                after(step);
            }
        }

        private void after(Step step) {
            step.called().forEach(this::called);
            Instant next = step.nextMoment();
            if (next != null && next.isBefore(ProjectWorld.START.plus(DAY.multipliedBy(2)))) {
                coming.add(new Due(next, () -> {
                    if (next.equals(world.nextMoment())) {
                        after(world.wakes());
                    }
                }));
            }
        }

        private void called(String commandId) {
            Expected announced = expected.remove(commandId);
            if (announced != null) {
                double wait = millis(announced.arrivedAt(), world.now());
                double error = Math.abs(millis(announced.callAt(), world.now()));
                if (wait >= 60_000) {
                    List.of(announced.publisher(), "all")
                            .forEach(whose -> errors.computeIfAbsent(whose, absent -> new Errors())
                                    .add(wait, error));
                }
            }
            String callId = world.callOf(commandId);
            Duration takes = Duration.ofMillis(2_000 + random.nextLong(18_000));
            coming.add(new Due(
                    world.now().plus(takes), () -> after(world.answersCall(callId, Said.accepted("job" + jobs++)))));
        }

        private static double millis(Instant from, Instant to) {
            return Duration.between(from, to).toMillis();
        }
    }
}
