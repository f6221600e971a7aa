package io.docsagent.worker.bench;

import static java.util.stream.Collectors.toSet;

import io.docsagent.worker.bench.peers.PeerSettings;
import io.docsagent.worker.harness.ChildJvm;
import io.docsagent.worker.harness.Waiting;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.GroupState;

/** One of the peers; it takes commands once its consumers have all partitions between them. */
final class Peer implements Running {

    private final Class<?> main;
    private final PeerSettings settings;
    private final Set<String> formerMembers = new HashSet<>();
    private ChildJvm process;

    private Peer(Class<?> main, PeerSettings settings) {
        this.main = main;
        this.settings = settings;
        createTopics(List.of(settings.requests(), settings.events()));
        this.process = ChildJvm.ofMain(main, settings.arguments());
        awaitPartitions();
    }

    static Peer start(Class<?> main, Setting setting) {
        return new Peer(
                main,
                new PeerSettings(
                        setting.brokers(),
                        setting.sandbox().baseUrl(),
                        setting.requests(),
                        setting.jobStatus(),
                        setting.name(),
                        setting.capacity(),
                        setting.period()));
    }

    @Override
    public ChildJvm process() {
        return process;
    }

    @Override
    public void startAgain() {
        process = ChildJvm.ofMain(main, settings.arguments());
        awaitPartitions();
    }

    private void awaitPartitions() {
        try (Admin admin = admin()) {
            Collection<MemberDescription> members = Waiting.until("partitions of " + settings.group(), () -> {
                process.requireAlive();
                return membersWithAllPartitions(admin);
            });
            formerMembers.addAll(
                    members.stream().map(MemberDescription::consumerId).toList());
        }
    }

    private Optional<Collection<MemberDescription>> membersWithAllPartitions(Admin admin) throws InterruptedException {
        try {
            ConsumerGroupDescription group =
                    admin.describeConsumerGroups(List.of(settings.group())).all().get().values().stream()
                            .findFirst()
                            .orElseThrow();
            boolean taken = group.groupState() == GroupState.STABLE
                    && group.members().stream()
                            .map(MemberDescription::consumerId)
                            .noneMatch(formerMembers::contains)
                    && group.members().stream()
                                    .flatMap(member -> member.assignment().topicPartitions().stream())
                                    .collect(toSet())
                                    .size()
                            == PeerSettings.PARTITIONS;
            return taken ? Optional.of(group.members()) : Optional.empty();
        } catch (ExecutionException noSuchGroupYet) {
            return Optional.empty();
        }
    }

    private void createTopics(List<String> names) {
        try (Admin admin = admin()) {
            List<NewTopic> topics = names.stream()
                    .map(name -> new NewTopic(name, Optional.of(PeerSettings.PARTITIONS), Optional.empty()))
                    .toList();
            var unused = Waiting.resultOf(admin.createTopics(topics).all());
        }
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", settings.brokers()));
    }
}
