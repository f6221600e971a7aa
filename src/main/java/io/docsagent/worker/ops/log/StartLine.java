package io.docsagent.worker.ops.log;

import io.docsagent.worker.settings.WorkerProperties;
import java.net.URI;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/** Logs, once the worker has started, which broker and service it uses, and what it may spend for whom. */
public final class StartLine implements ApplicationListener<ApplicationReadyEvent> {

    private static final Logger log = LoggerFactory.getLogger(StartLine.class);

    private final Collection<String> brokers;
    private final WorkerProperties settings;
    private final Collection<String> publishers;
    private final String instance;

    /**
     * @param brokers their addresses
     * @param publishers their names
     * @param instance the address at which the others ask it, or empty
     */
    public StartLine(
            Collection<String> brokers, WorkerProperties settings, Collection<String> publishers, String instance) {
        this.brokers = brokers;
        this.settings = settings;
        this.publishers = publishers;
        this.instance = instance;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent started) {
        URI service = settings.api().baseUrl();
        log.atInfo()
                .addKeyValue("broker", String.join(",", brokers))
                // Whoever the address may name before the host is nobody's business.
                .addKeyValue(
                        "service",
                        service.getScheme() + "://" + service.getHost()
                                + (service.getPort() < 0 ? "" : ":" + service.getPort()))
                .addKeyValue(
                        "quota",
                        settings.quota().capacity() + " in "
                                + DurationFormatterUtils.print(
                                        settings.quota().period(), DurationFormat.Style.COMPOSITE))
                .addKeyValue("publishers", String.join(",", publishers))
                .addKeyValue(
                        "instance",
                        instance.isEmpty() ? "pid " + ProcessHandle.current().pid() : instance)
                .log("The worker has started");
    }
}
