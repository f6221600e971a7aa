package io.docsagent.worker.sandbox;

import io.docsagent.worker.sandbox.access.AccessControl;
import io.docsagent.worker.sandbox.agent.AgentKind;
import io.docsagent.worker.sandbox.api.ServiceOperation;
import io.docsagent.worker.sandbox.control.ControlApi;
import io.docsagent.worker.sandbox.fault.Fault;
import io.docsagent.worker.sandbox.fault.FaultPlan;
import io.docsagent.worker.sandbox.http.AllowedHosts;
import io.docsagent.worker.sandbox.http.Listener;
import io.docsagent.worker.sandbox.http.OpenApiRoute;
import io.docsagent.worker.sandbox.http.RequestRouter;
import io.docsagent.worker.sandbox.http.Route;
import io.docsagent.worker.sandbox.job.JobSource;
import io.docsagent.worker.sandbox.job.SimulatedJobs;
import io.docsagent.worker.sandbox.journal.Journal;
import io.docsagent.worker.sandbox.quota.Ledgers;
import io.docsagent.worker.sandbox.service.JobService;
import io.docsagent.worker.sandbox.service.RequestHandler;
import io.docsagent.worker.sandbox.service.RequestReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A running simulation of the Agent Job Service, whose behaviour can be changed while it runs. */
public final class Sandbox implements AutoCloseable {

    private final AccessControl access;
    private final FaultPlan faults = new FaultPlan();
    private final Journal journal;
    private final Listener listener;
    private final @Nullable RepositoryBackend repositories;

    private Sandbox(SandboxSettings settings, InstantSource clock, InetSocketAddress address) {
        this.access = new AccessControl(settings.access());
        this.journal = new Journal(settings.journal());
        settings.faults().forEach(fault -> faults.add(fault.rule()));
        late(settings.http().postLatency(), ServiceOperation.CREATE, ServiceOperation.MESSAGE);
        late(settings.http().getLatency(), ServiceOperation.GET);
        Ledgers ledgers = new Ledgers(settings.quota(), clock);
        List<Route> routes = new ArrayList<>(List.of(new OpenApiRoute()));
        if (settings.control().enabled()) {
            routes.add(new ControlApi(faults, access, ledgers));
        }
        this.repositories = settings.agent().kind() == AgentKind.NOOP
                ? null
                : RepositoryBackend.open(settings, clock, () -> publicUrl(settings));
        if (repositories != null) {
            routes.add(repositories.pages(ledgers));
        }
        JobSource jobs = repositories == null ? new SimulatedJobs(settings.jobs()) : repositories.jobs();
        RequestHandler handler = new RequestHandler(
                new RequestReader(
                        settings.http().maxBody().toBytes(), settings.journal().headers(), settings.idempotency()),
                faults,
                new JobService(access, ledgers, jobs, settings.idempotency()),
                journal,
                clock,
                repositories == null ? null : repositories.threads());
        AllowedHosts hosts = new AllowedHosts(settings.http().hosts(), settings.publicUrl());
        this.listener = new Listener(address, settings.http(), new RequestRouter(hosts, routes, handler));
    }

    private String publicUrl(SandboxSettings settings) {
        return settings.publicUrl() == null
                ? baseUrl()
                : settings.publicUrl().toString().replaceFirst("/+$", "");
    }

    /** Starts on a free port of the loopback address. */
    public static Sandbox start(SandboxSettings settings) {
        return start(settings, InstantSource.system());
    }

    /** As {@link #start(SandboxSettings)}; quota and jobs follow this clock, delays of faults follow real time. */
    public static Sandbox start(SandboxSettings settings, InstantSource clock) {
        return start(settings, clock, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    public static Sandbox start(SandboxSettings settings, InstantSource clock, InetSocketAddress address) {
        Sandbox sandbox = new Sandbox(settings, clock, address);
        try {
            sandbox.listen();
            return sandbox;
        } catch (RuntimeException unavailable) {
            sandbox.close();
            throw unavailable;
        }
    }

    /** The URL for clients, without a trailing slash. */
    public String baseUrl() {
        InetSocketAddress address = listener.address();
        String host = address.getAddress().getHostAddress();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    public Journal journal() {
        return journal;
    }

    public FaultPlan faults() {
        return faults;
    }

    /** From now on only these keys are accepted; if there are none, any key is. */
    public void acceptKeys(Set<String> accepted) {
        access.accept(accepted);
    }

    /** Closes the port and every connection, so that connections are refused until {@link #listen()}. */
    public void refuse() {
        listener.refuse();
    }

    /** Opens the port again, at the same address. */
    public void listen() {
        listener.listen();
    }

    /** Stops it; the journal stays readable. */
    @Override
    public void close() {
        try (journal;
                repositories;
                listener) {
            // The listener first; the others are closed even if one of them fails.
        }
    }

    private void late(Duration by, ServiceOperation... operations) {
        if (!by.isZero()) {
            faults.add(Fault.late(by).on(operations));
        }
    }
}
