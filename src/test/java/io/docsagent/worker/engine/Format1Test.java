package io.docsagent.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.quota.Quota;
import io.docsagent.worker.domain.state.DedupEntry;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.InFlightCall;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.Format;
import io.docsagent.worker.message.Identity;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** State that earlier builds wrote, byte for byte, is read as what it is in format 2. */
class Format1Test {

    private static final Instant T1 = Instant.ofEpochMilli(1_000);
    private static final Instant T2 = Instant.ofEpochMilli(2_000);

    private final Policies policies =
            Driven.dependencies(new RecordedAlarms(), new RecordedWatch()).policies();

    @Test
    void uses_are_over_a_period_and_a_margin_before_they_come_back() {
        var limit = policies.of("acme").quota();
        long cycle = limit.period().plus(limit.margin()).toMillis();
        long straggling = cycle + limit.straggler().toMillis();

        Project project = read(
                Format1.projects(policies),
                "1{'id':'acme','applied':{'offset':7,'at':1000},'counts':{'nextSequence':9,'high':1,'normal':2,"
                        + "'low':3,'bytes':400,'seen':5,'jobs':6},'quota':{'underWay':1,'returns':["
                        + (1_000 + cycle) + "," + (2_000 + cycle) + "],'straggling':{'c2.1':" + (2_000 + straggling)
                        + "}},'hold':{'is':'closed','reason':'THROTTLED','epoch':2,'held':5,'since':1000,"
                        + "'until':2000,'streak':1}}");

        assertThat(project)
                .isEqualTo(new Project(
                        "acme",
                        new Project.Applied(7, T1),
                        new Project.Counts(9, 1, 2, 3, 400, 5, 6, 6),
                        new Quota(1, List.of(T1, T2), Map.of("c2.1", T2), null),
                        Map.of(),
                        new Hold.Held(Hold.Reason.THROTTLED, 2, Duration.ofMillis(5), T1, T2, 1, -1)));
    }

    @Test
    void an_open_project_and_one_that_is_probed() {
        String rest = "1{'id':'acme','applied':{'offset':7,'at':1000},'counts':{'nextSequence':9,'high':0,'normal':0,"
                + "'low':0,'bytes':0,'seen':0,'jobs':0},'quota':{'underWay':0,'returns':[],'straggling':{},"
                + "'greedy':{'capacity':3,'period':3600000,'state':'c3RhdGU='}},'hold':";

        Project open = read(Format1.projects(policies), rest + "{'is':'open','epoch':3,'held':5}}");
        Project probed = read(
                Format1.projects(policies),
                rest + "{'is':'probing','reason':'UNAUTHORIZED','epoch':2,'held':5,'since':1000,'callId':'c1.1',"
                        + "'streak':3}}");

        assertThat(open.hold()).isEqualTo(new Hold.Flowing(3, Duration.ofMillis(5)));
        assertThat(open.quota().greedy()).isNotNull();
        assertThat(probed.hold())
                .isEqualTo(new Hold.Probing(Hold.Reason.UNAUTHORIZED, 2, Duration.ofMillis(5), T1, "c1.1", 3, -1));
    }

    @Test
    void a_queued_command_has_no_admission_so_its_calls_keep_their_names() {
        QueuedCommand queued = read(
                Format1.QUEUED,
                "1{'sequence':4,'command':{'type':'create','projectId':'acme','prompt':'hi','commandId':'c1',"
                        + "'priority':'high'},'identity':'c1','lane':'c1','arrivedAt':1000,'attempts':1,"
                        + "'call':{'epoch':2,'deadline':1000,'askAt':2000}}");

        Command command =
                new Command(Command.Type.CREATE, "acme", "hi", null, null, "c1", Command.Priority.HIGH, null, Map.of());
        InFlightCall call = new InFlightCall(2, false, T1, T2);
        assertThat(queued)
                .isEqualTo(new QueuedCommand(4, command, new Identity("c1"), null, "c1", null, T1, 1, 0, null, call));
    }

    @Test
    void marks_and_jobs_have_the_form_that_they_had() {
        assertThat(read(
                        Format.of(DedupEntry.class),
                        "1{'contentHash':'h','create':true,'fate':{'is':'pending'," + "'sequence':4},'unknown':[1,2]}"))
                .isEqualTo(new DedupEntry("h", true, null, new DedupEntry.Pending(4), List.of(1, 2)));
        assertThat(read(
                                Format.of(Job.class),
                                "1{'snapshot':{'id':'j1'},'origin':{},'generation':1,'sequence':2,"
                                        + "'lookedAt':1000,'following':{'is':'ended','forgetAt':2000}}")
                        .following())
                .isEqualTo(new Job.Ended(T2));
    }

    private static <T> T read(Format<T> format, String quoted) {
        return format.read(quoted.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
