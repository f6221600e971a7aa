package io.docsagent.worker.sandbox;

import io.docsagent.worker.sandbox.access.AccessSettings;
import io.docsagent.worker.sandbox.agent.AgentKind;
import io.docsagent.worker.sandbox.control.SettingsBinder;
import io.docsagent.worker.sandbox.fault.FaultSetting;
import io.docsagent.worker.sandbox.http.HttpSettings;
import io.docsagent.worker.sandbox.job.JobSettings;
import io.docsagent.worker.sandbox.journal.JournalSettings;
import io.docsagent.worker.sandbox.quota.QuotaSettings;
import io.docsagent.worker.sandbox.service.IdempotencySettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Every setting of the sandbox.
 *
 * @param access who may call the service
 * @param quota how the uses of a project are limited
 * @param idempotency how repeated requests are recognised
 * @param jobs how simulated jobs behave
 * @param http how requests are received and answered
 * @param journal what is recorded of every request
 * @param faults faults from the start
 * @param agent who works on the jobs
 * @param repositories what they work on
 * @param dataDir folder for repositories and jobs; a temporary folder, deleted at the end, if not given
 * @param publicUrl URL of the pages for browsers; the listening address if not given
 * @param control changes of a running sandbox over HTTP
 */
@ConfigurationProperties("docs-agent.sandbox")
public record SandboxSettings(
        @NestedConfigurationProperty @DefaultValue AccessSettings access,
        @NestedConfigurationProperty @DefaultValue QuotaSettings quota,
        @NestedConfigurationProperty @DefaultValue IdempotencySettings idempotency,
        @NestedConfigurationProperty @DefaultValue JobSettings jobs,
        @NestedConfigurationProperty @DefaultValue HttpSettings http,
        @NestedConfigurationProperty @DefaultValue JournalSettings journal,
        @DefaultValue List<FaultSetting> faults,
        @DefaultValue AgentWork agent,
        @DefaultValue RepositoryOrigins repositories,
        @Nullable Path dataDir,
        @Nullable URI publicUrl,
        @DefaultValue Control control) {

    /**
     * Settings for a sandbox in this JVM: the defaults, and what the lines say, named as in a properties file without
     * the prefix: {@code of("quota.capacity=3", "jobs.takes=1s")}. An unknown name is an error.
     */
    public static SandboxSettings of(String... lines) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String line : lines) {
            int equals = line.indexOf('=');
            values.put(line.substring(0, equals), line.substring(equals + 1));
        }
        return SettingsBinder.bind(SandboxSettings.class, values);
    }

    /**
     * The agent that works on the jobs.
     *
     * @param kind noop (no repositories and no pages: jobs are simulated), writer or command
     * @param command the program of kind command, with its arguments; the prompt comes on its standard input
     * @param environment environment variables of the program, in addition to PATH, HOME and LANG
     * @param timeLimit for one prompt, from the agent's start to the commit
     * @param parallel prompts processed at the same time
     * @param maxChange size limit of new and changed files
     */
    public record AgentWork(
            @DefaultValue("noop") AgentKind kind,
            @DefaultValue List<String> command,
            @DefaultValue Map<String, String> environment,
            @DefaultValue("2m") Duration timeLimit,
            @DefaultValue("2") int parallel,
            @DefaultValue("16MB") DataSize maxChange) {

        public AgentWork {
            if (kind == AgentKind.COMMAND && command.isEmpty()) {
                throw new IllegalArgumentException("An agent of kind command needs a command");
            }
        }
    }

    /**
     * What the jobs work on.
     *
     * @param origin path or URL from which a project's repository is cloned; a small site is created if not given
     * @param origins likewise, by project
     * @param maxProjects limit of repositories; a create that needs one more gets 404
     * @param maxJobsPerProject limit of stored jobs; beyond it the oldest ended job is deleted with its branch
     * @param archiveAfter how long after its last activity a job is archived
     */
    public record RepositoryOrigins(
            @Nullable String origin,
            @DefaultValue Map<String, String> origins,
            @DefaultValue("1000") int maxProjects,
            @DefaultValue("500") int maxJobsPerProject,
            @DefaultValue("7d") Duration archiveAfter) {}

    /**
     * Control of a running sandbox.
     *
     * @param enabled whether faults, keys and limits can be changed under {@code /_sandbox}, by anyone who can reach
     *     the port
     */
    public record Control(@DefaultValue("false") boolean enabled) {}
}
