package io.docsagent.worker.gateway.breaker;

import io.docsagent.worker.gateway.BreakerState;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.gateway.LocalAnswers;
import io.docsagent.worker.settings.ApiSettings;
import io.docsagent.worker.wire.Answer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides which calls of this instance begin: a circuit for all of them, and one for each project.
 *
 * <p>A project's circuit opens after fewer calls than that for all. So a service that fails for one project only leaves
 * the other projects places, and the first success among them. Where it hangs for many, the projects that it answered the
 * last time have places of their own, for one call each. A trial is left to a project whose own circuit is closed, where
 * one has asked for it lately, so that no project pays for the trials of all.
 */
public final class ServiceBreaker {

    /** Beyond it the project that was not called for longest is forgotten, which costs it a few calls more. */
    private static final int MOST_PROJECTS = 10_000;

    /** In terms of the places of all; a bound on what is lost where the service hangs for those, too. */
    private static final int PLACES_OF_ANSWERED = 8;

    private final Terms ofService;
    private final Terms ofAnswered;
    private final Terms ofProject;
    private final Duration patience;
    private final InstantSource clock;
    private final Contact contact;
    private final Map<String, Circuit> projects = recent();
    /** The projects whose last certain or unknown outcome was the service's own answer; bounded as they are. */
    private final Map<String, Boolean> answered = recent();

    private Circuit service;
    /** When a project whose own circuit is closed was last refused because that for all is open. */
    private Instant askedAt = Instant.MIN;

    private long epochs;

    /** @param seed of the jitter, so that instances do not try at the same time */
    public ServiceBreaker(ApiSettings.Breaker settings, InstantSource clock, long seed) {
        this.ofService = new Terms(settings.unknownInARow(), settings.maxTrialInterval());
        this.ofAnswered = new Terms(settings.unknownInARow() * PLACES_OF_ANSWERED, settings.maxTrialInterval());
        this.ofProject = new Terms((settings.unknownInARow() + 1) / 2, settings.maxTrialInterval());
        // A project that waits asks at least so often; one that does not ask any more may be elsewhere.
        this.patience = settings.maxTrialInterval().multipliedBy(2);
        this.clock = clock;
        this.contact = new Contact();
        this.epochs = seed;
        this.service = atRest();
    }

    private static <V> Map<String, V> recent() {
        return new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
                return size() > MOST_PROJECTS;
            }
        };
    }

    /** Whether a next call would be told at once whether it begins; otherwise it must wait for another one's end. */
    public synchronized boolean hasPlace() {
        return hasPlace(service, ofService);
    }

    /** The same for a project that has no call in flight, and that the service answered the last time. */
    public synchronized boolean hasPlaceForAnswered() {
        return hasPlace(service, ofAnswered);
    }

    /** Whether the service answered the project the last time, as far as this instance knows. */
    public synchronized boolean wasAnswered(String projectId) {
        return answered.containsKey(projectId);
    }

    /** The same for calls of this project, apart from all others. */
    public synchronized boolean hasPlace(String projectId) {
        Circuit project = projects.get(projectId);
        return project == null || hasPlace(project, ofProject);
    }

    private static boolean hasPlace(Circuit circuit, Terms terms) {
        return !(circuit instanceof Circuit.Closed closed) || closed.hasPlace(terms);
    }

    /** Asked for a call that has a place. */
    public synchronized Verdict begin(String projectId) {
        Instant now = clock.instant();
        Circuit project = ofProject(projectId);
        Circuit projectThen = begun(project, now);
        if (projectThen == null) {
            return refused("for this project", project);
        }
        boolean isSpent = !(project instanceof Circuit.Closed);
        Circuit serviceThen = isSpent && leavesTrial(now) ? null : begun(service, now);
        if (serviceThen == null) {
            askedAt = isSpent ? askedAt : now;
            return refused("for all projects of this instance", service);
        }
        if (service instanceof Circuit.Open) {
            askedAt = Instant.MIN;
        }
        service = serviceThen;
        projects.put(projectId, projectThen);
        return new Verdict.Begun(serviceThen.epoch(), projectThen.epoch());
    }

    private boolean leavesTrial(Instant now) {
        return service instanceof Circuit.Open && now.isBefore(askedAt.plus(patience));
    }

    /** Null where the circuit lets no call begin now. */
    private @Nullable Circuit begun(Circuit circuit, Instant now) {
        return switch (circuit) {
            case Circuit.Closed closed -> closed.begin();
            case Circuit.Open open -> open.isTrialDue(now) ? open.begin(++epochs) : null;
            case Circuit.HalfOpen halfOpen -> null;
        };
    }

    private static Verdict.Refused refused(String whose, Circuit circuit) {
        String cause = switch (circuit) {
            case Circuit.Open open -> open.cause();
            case Circuit.HalfOpen halfOpen -> halfOpen.cause();
            case Circuit.Closed closed -> "";
        };
        return new Verdict.Refused(new Answer.NotSent(
                "Not sent: the circuit breaker is open " + whose + " after unknown outcomes: " + cause));
    }

    /** A call that began has ended. */
    public synchronized void ended(String projectId, Verdict.Begun began, Answer answer) {
        Instant now = clock.instant();
        Circuit project = ofProject(projectId);
        if (LocalAnswers.include(answer)) {
            provedNothing(projectId, project, began, now);
            return;
        }
        switch (answer) {
            // An answer of the service itself, whatever it says.
            case Answer.Accepted accepted -> succeeded(projectId);
            case Answer.Rejected rejected -> succeeded(projectId);
            case Answer.Unauthorized unauthorized -> succeeded(projectId);
            case Answer.PaymentRequired refused -> succeeded(projectId);
            case Answer.Throttled throttled -> succeeded(projectId);
            case Answer.Unknown unknown -> {
                answered.remove(projectId);
                // A project that is known to fail says nothing about the others.
                boolean only = service instanceof Circuit.Closed && !(project instanceof Circuit.Closed);
                service(
                        only
                                ? service.provedNothing(began.ofService(), ofService, now)
                                : service.unknown(began.ofService(), ofService, now, unknown.message(), ++epochs),
                        unknown.message());
                keep(projectId, project.unknown(began.ofProject(), ofProject, now, unknown.message(), ++epochs));
            }
            case Answer.NotSent notSent -> {
                contact.lost(notSent.message(), now);
                provedNothing(projectId, project, began, now);
            }
            case Answer.NotTaken notTaken -> provedNothing(projectId, project, began, now);
            case Answer.Redirected redirected -> provedNothing(projectId, project, began, now);
            case Answer.NoSlot noSlot -> provedNothing(projectId, project, began, now);
            case Answer.InFlight inFlight -> provedNothing(projectId, project, began, now);
        }
    }

    private void succeeded(String projectId) {
        service = service.succeeded(++epochs);
        contact.found(clock.instant());
        answered.put(projectId, true);
        // At rest, which is what a project is that is not known here.
        Circuit before = projects.remove(projectId);
        if (before != null && !(before instanceof Circuit.Closed)) {
            contact.projectFound(projectId);
        }
    }

    private void provedNothing(String projectId, Circuit project, Verdict.Begun began, Instant now) {
        service = service.provedNothing(began.ofService(), ofService, now);
        keep(projectId, project.provedNothing(began.ofProject(), ofProject, now));
    }

    private void service(Circuit next, String cause) {
        if (service instanceof Circuit.Closed && next instanceof Circuit.Open) {
            contact.lost(cause, clock.instant());
        }
        service = next;
    }

    private void keep(String projectId, Circuit next) {
        Circuit before = next instanceof Circuit.Closed closed && closed.isAtRest()
                ? projects.remove(projectId)
                : projects.put(projectId, next);
        if (before instanceof Circuit.Closed && next instanceof Circuit.Open open) {
            contact.projectLost(projectId, open.cause());
        }
    }

    /** A GET of a job has ended. */
    public synchronized void lookedUp(String projectId, JobLookup lookup) {
        switch (lookup) {
            case JobLookup.Found found -> lookedUp(projectId, true);
            case JobLookup.Missing missing -> lookedUp(projectId, true);
            case JobLookup.Failed failed -> lookedUp(projectId, false);
            // It may be the service, or something in its place.
            case JobLookup.Refused refused -> {}
            case JobLookup.Unusable unusable -> {}
        }
    }

    private void lookedUp(String projectId, boolean answered) {
        Instant now = clock.instant();
        service = service.lookedUp(answered, now);
        projects.computeIfPresent(projectId, (id, project) -> project.lookedUp(answered, now));
    }

    private Circuit ofProject(String projectId) {
        Circuit known = projects.get(projectId);
        return known == null ? atRest() : known;
    }

    private Circuit.Closed atRest() {
        return new Circuit.Closed(++epochs, 0, 0);
    }

    /** Of the circuit for all calls. */
    public synchronized BreakerState state() {
        return switch (service) {
            case Circuit.Closed closed -> BreakerState.CLOSED;
            case Circuit.Open open -> BreakerState.OPEN;
            case Circuit.HalfOpen halfOpen -> BreakerState.HALF_OPEN;
        };
    }

    /** Projects whose own circuit lets no call begin, but for a trial. */
    public synchronized int openProjects() {
        return (int) projects.values().stream()
                .filter(project -> !(project instanceof Circuit.Closed))
                .count();
    }
}
