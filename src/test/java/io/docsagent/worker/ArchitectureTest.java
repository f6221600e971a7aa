package io.docsagent.worker;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import io.docsagent.worker.domain.state.WatchedJob;
import io.docsagent.worker.engine.JobWatch;
import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.gateway.JobLookup;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Set;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.NullMarked;

/** The arrows between the packages, and habits that a machine can check. */
@AnalyzeClasses(packages = "io.docsagent.worker", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String ROOT = "io.docsagent.worker";

    private static final DescribedPredicate<JavaClass> OURS =
            resideInAPackage(ROOT + "..").as("ours");

    private static final DescribedPredicate<JavaClass> SETTINGS = in("settings");

    /** What parts send each other, with what publishers and subscribers see of it. */
    private static final DescribedPredicate<JavaClass> MESSAGES = in("contract").or(in("wire"));

    @ArchTest
    static final ArchRule contract_knows_nobody = only("contract");

    @ArchTest
    static final ArchRule wire_knows_the_contract = only("wire", in("contract"));

    @ArchTest
    static final ArchRule settings_know_the_contract = only("settings", in("contract"));

    @ArchTest
    static final ArchRule clock_knows_messages = only("clock", MESSAGES, SETTINGS);

    @ArchTest
    static final ArchRule topics_know_what_is_stored =
            only("topics", MESSAGES, in("domain.policy"), in("domain.state"), in("ingress"), SETTINGS);

    @ArchTest
    static final ArchRule streams_run_the_engine = only(
            "streams", in("contract"), in("clock"), in("topics"), in("engine"), in("ingress"), in("rights"), SETTINGS);

    @ArchTest
    static final ArchRule domain_knows_messages = only("domain", MESSAGES);

    @ArchTest
    static final ArchRule the_domain_has_floors = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage(ROOT + ".domain..")
            .layer("Decider")
            .definedBy(ROOT + ".domain")
            .layer("rule")
            .definedBy(ROOT + ".domain.rule")
            .layer("session")
            .definedBy(ROOT + ".domain.session")
            .layer("decision")
            .definedBy(ROOT + ".domain.decision")
            .layer("index")
            .definedBy(ROOT + ".domain.index")
            .layer("state")
            .definedBy(ROOT + ".domain.state")
            .layer("quota")
            .definedBy(ROOT + ".domain.quota")
            .whereLayer("Decider")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("rule")
            .mayOnlyBeAccessedByLayers("Decider")
            .whereLayer("session")
            .mayOnlyBeAccessedByLayers("Decider", "rule")
            .whereLayer("decision")
            .mayOnlyBeAccessedByLayers("Decider", "rule", "session")
            .whereLayer("index")
            .mayOnlyBeAccessedByLayers("Decider", "session", "decision")
            .whereLayer("state")
            .mayOnlyBeAccessedByLayers("Decider", "rule", "session", "decision", "index")
            .whereLayer("quota")
            .mayOnlyBeAccessedByLayers("Decider", "session", "index", "state");

    @ArchTest
    static final ArchRule nobody_outside_sees_rules_or_owners = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".domain..")
            .should()
            .dependOnClassesThat(resideInAnyPackage(ROOT + ".domain.rule..", ROOT + ".domain.session.."));

    @ArchTest
    static final ArchRule client_knows_the_contract = only("client", in("contract"));

    @ArchTest
    static final ArchRule client_needs_kafka_and_json_alone = noClasses()
            .that()
            .resideInAPackage(ROOT + ".client..")
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                    "org.springframework..",
                    "org.apache.kafka.streams..",
                    "reactor..",
                    "io.netty..",
                    "io.micrometer..",
                    "org.slf4j.."));

    @ArchTest
    static final ArchRule tools_know_the_client = only("cli", in("client"), MESSAGES);

    @ArchTest
    static final ArchRule tools_start_without_spring = noClasses()
            .that()
            .resideInAPackage(ROOT + ".cli..")
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage("org.springframework..", "reactor..", "org.apache.kafka.streams.."));

    @ArchTest
    static final ArchRule tools_know_nothing_of_what_lists_them =
            noClasses().that().resideInAPackage(ROOT + ".cli.*").should().dependOnClassesThat(top("cli"));

    @ArchTest
    static final ArchRule the_tools_floors_are_free_of_cycles =
            slices().matching(ROOT + ".cli.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule nobody_but_tools_knows_the_client = noClasses()
            .that()
            .resideOutsideOfPackages(ROOT + ".client..", ROOT + ".cli..")
            .should()
            .dependOnClassesThat(in("client"));

    @ArchTest
    static final ArchRule ingress_knows_messages = only("ingress", MESSAGES, SETTINGS);

    @ArchTest
    static final ArchRule documents_know_messages = only("ingress.document", MESSAGES, SETTINGS);

    @ArchTest
    static final ArchRule engine_knows_the_domain_and_ingress =
            only("engine", MESSAGES, in("clock"), in("topics"), in("domain"), in("ingress"), in("rights"), SETTINGS);

    @ArchTest
    static final ArchRule rights_know_nobody = only("rights");

    @ArchTest
    static final ArchRule gateway_knows_messages = only("gateway", MESSAGES, in("clock"), in("rights"), SETTINGS);

    @ArchTest
    static final ArchRule keys_know_nobody = only("gateway.keys", SETTINGS);

    @ArchTest
    static final ArchRule what_others_see_of_the_gateway_knows_messages =
            noClasses().that().resideInAPackage(ROOT + ".gateway").should().dependOnClassesThat(in("gateway.*"));

    @ArchTest
    static final ArchRule the_breaker_knows_messages = only("gateway.breaker", MESSAGES, top("gateway"), SETTINGS);

    @ArchTest
    static final ArchRule http_knows_keys_and_no_calls = only(
            "gateway.http", MESSAGES, in("clock"), in("gateway.keys"), in("gateway.breaker"), top("gateway"), SETTINGS);

    @ArchTest
    static final ArchRule calls_know_keys_and_no_http = only(
            "gateway.call",
            MESSAGES,
            in("clock"),
            in("rights"),
            in("gateway.keys"),
            in("gateway.breaker"),
            top("gateway"),
            SETTINGS);

    @ArchTest
    static final ArchRule poller_stands_between_engine_and_gateway = only(
            "poller",
            MESSAGES,
            in("clock"),
            nested(WatchedJob.class),
            nested(JobWatch.class),
            nested(AgentApi.class),
            nested(JobLookup.class),
            SETTINGS);

    @ArchTest
    static final ArchRule sandbox_knows_nobody = only("sandbox");

    @ArchTest
    static final ArchRule sandbox_http_knows_nobody = only("sandbox.http");

    @ArchTest
    static final ArchRule sandbox_quota_knows_nobody = only("sandbox.quota");

    @ArchTest
    static final ArchRule sandbox_agent_knows_nobody = only("sandbox.agent");

    @ArchTest
    static final ArchRule sandbox_git_knows_nobody = only("sandbox.git");

    @ArchTest
    static final ArchRule sandbox_api_knows_http = only("sandbox.api", in("sandbox.http"));

    @ArchTest
    static final ArchRule sandbox_access_knows_http = only("sandbox.access", in("sandbox.http"));

    @ArchTest
    static final ArchRule sandbox_journal_knows_the_api =
            only("sandbox.journal", in("sandbox.api"), in("sandbox.http"));

    @ArchTest
    static final ArchRule sandbox_faults_know_the_api = only("sandbox.fault", in("sandbox.api"), in("sandbox.http"));

    @ArchTest
    static final ArchRule sandbox_work_knows_agents_and_git =
            only("sandbox.work", in("sandbox.agent"), in("sandbox.git"));

    @ArchTest
    static final ArchRule sandbox_pages_know_work_and_quota =
            only("sandbox.page", in("sandbox.work"), in("sandbox.git"), in("sandbox.quota"), in("sandbox.http"));

    @ArchTest
    static final ArchRule sandbox_jobs_know_work_and_pages = only(
            "sandbox.job",
            in("sandbox.work"),
            in("sandbox.agent"),
            in("sandbox.git"),
            in("sandbox.page"),
            in("sandbox.api"),
            in("sandbox.fault"));

    @ArchTest
    static final ArchRule sandbox_control_knows_what_it_changes =
            only("sandbox.control", in("sandbox.access"), in("sandbox.fault"), in("sandbox.quota"), in("sandbox.http"));

    @ArchTest
    static final ArchRule sandbox_floors_are_free_of_cycles =
            slices().matching(ROOT + ".sandbox.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule nobody_knows_the_sandbox_which_is_not_in_the_workers_jar = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".sandbox..")
            .should()
            .dependOnClassesThat(in("sandbox"));

    @ArchTest
    static final ArchRule training_knows_nobody = only("training");

    @ArchTest
    static final ArchRule nobody_knows_ops_but_the_list_of_all_beans = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".ops..")
            .and()
            .doNotBelongToAnyOf(WorkerConfiguration.class)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT + ".ops..");

    @ArchTest
    static final ArchRule ops_floors_are_free_of_cycles =
            slices().matching(ROOT + ".ops.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule domain_is_free_of_frameworks = noClasses()
            .that()
            .resideInAPackage(ROOT + ".domain..")
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                    "org.springframework..", "org.apache.kafka..", "reactor..", "io.netty..", "io.micrometer.."));

    @ArchTest
    static final ArchRule domain_holds_no_clock = noClasses()
            .that()
            .resideInAPackage(ROOT + ".domain..")
            .should()
            .dependOnClassesThat(equivalentTo(Clock.class).or(equivalentTo(InstantSource.class)));

    @ArchTest
    static final ArchRule domain_is_told_the_time = noClasses()
            .that()
            .resideInAPackage(ROOT + ".domain..")
            .should()
            .callMethodWhere(asksForTheTime())
            .because("time is an argument: a replay must give the same decisions");

    @ArchTest
    static final ArchRule names_say_what_a_class_is = noClasses()
            .should()
            .haveNameMatching(".*(Impl|Manager|Helper|Utils?)(\\$.*)?")
            .because("a name that fits every class tells nothing");

    @ArchTest
    static final ArchRule dependencies_come_by_constructor = GeneralCodingRules.NO_CLASSES_SHOULD_USE_FIELD_INJECTION;

    @ArchTest
    static final ArchRule nothing_is_printed = GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

    /** Other threads read the stores, and Kafka's own stores in memory may be read by none but their stream thread. */
    @ArchTest
    static final ArchRule stores_are_safe_to_read_from_any_thread = noClasses()
            .that()
            .resideInAPackage(ROOT + "..")
            .should()
            .callMethod(Stores.class, "inMemoryKeyValueStore", String.class)
            .orShould()
            .callMethod(Stores.class, "lruMap", String.class, int.class);

    @ArchTest
    static final ArchRule one_logger_is_enough = GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;

    @ArchTest
    static void every_package_is_null_marked(JavaClasses worker) {
        assertThat(worker.getPackage(ROOT).getSubpackagesInTree())
                .filteredOn(candidate -> !candidate.getClasses().isEmpty())
                .allSatisfy(marked -> assertThat(marked.isAnnotatedWith(NullMarked.class))
                        .as("package-info of %s has @NullMarked", marked.getName())
                        .isTrue());
        assertThat(worker.getPackage(ROOT).isAnnotatedWith(NullMarked.class)).isTrue();
    }

    @SafeVarargs
    private static ArchRule only(String name, DescribedPredicate<JavaClass>... known) {
        DescribedPredicate<JavaClass> allowed = in(name);
        for (DescribedPredicate<JavaClass> also : known) {
            allowed = allowed.or(also);
        }
        return classes()
                .that()
                .resideInAPackage(ROOT + "." + name + "..")
                .should()
                .onlyDependOnClassesThat(not(OURS).or(allowed));
    }

    /** Without the packages below. */
    private static DescribedPredicate<JavaClass> top(String name) {
        return resideInAPackage(ROOT + "." + name);
    }

    private static DescribedPredicate<JavaClass> in(String name) {
        return resideInAPackage(ROOT + "." + name + "..");
    }

    private static DescribedPredicate<JavaClass> nested(Class<?> outermost) {
        String name = outermost.getName();
        return DescribedPredicate.describe(
                outermost.getSimpleName(),
                candidate ->
                        candidate.getName().equals(name) || candidate.getName().startsWith(name + "$"));
    }

    private static DescribedPredicate<JavaMethodCall> asksForTheTime() {
        Set<String> system = Set.of("currentTimeMillis", "nanoTime");
        return DescribedPredicate.describe("ask for the time", call -> {
            String owner = call.getTargetOwner().getName();
            return (owner.equals("java.lang.System") && system.contains(call.getName()))
                    || (owner.startsWith("java.time.") && call.getName().equals("now"));
        });
    }
}
