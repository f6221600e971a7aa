package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.docsagent.worker.client.Outcome;
import io.docsagent.worker.testing.CommandEnd;
import io.docsagent.worker.testing.DocsAgent;
import io.docsagent.worker.testing.ServiceRequest;
import io.docsagent.worker.testing.WithDocsAgent;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.test.context.EmbeddedKafka;

@EmbeddedKafka(
        brokerProperties = {
            "transaction.state.log.replication.factor=1",
            "transaction.state.log.min.isr=1",
            "group.initial.rebalance.delay.ms=0"
        })
@WithDocsAgent(
        quota = 2,
        period = "10s",
        sandbox = {"faults[0].fault=answer 503 times 1", "faults[0].project-id=shaky"})
class DocsOnCommitTest {

    @Test
    void a_commit_becomes_a_pull_request(DocsAgent docsAgent) {
        try (DocsOnCommit docs = new DocsOnCommit(docsAgent.clientSettings())) {
            docs.committed("docs", "4f2a91c", "the export has pages").join();

            assertTrue(docsAgent.await("docs", "commit-4f2a91c").pullRequest().startsWith("https://"));
            assertEquals(1, docsAgent.posts("docs").size());
        }
    }

    @Test
    void a_commit_that_is_reported_twice_is_sent_once(DocsAgent docsAgent) {
        try (DocsOnCommit docs = new DocsOnCommit(docsAgent.clientSettings())) {
            docs.committed("twice", "4f2a91c", "the export has pages").join();
            docs.committed("twice", "4f2a91c", "the export has pages").join();
            docs.committed("twice", "aa01b2c", "the import has pages").join();
            docsAgent.await("commit-aa01b2c");

            List<ServiceRequest> posts = docsAgent.posts("twice");
            assertEquals(2, posts.size(), posts::toString);
        }
    }

    @Test
    void more_commits_than_the_quota_wait_for_it(DocsAgent docsAgent) {
        try (DocsOnCommit docs = new DocsOnCommit(docsAgent.clientSettings())) {
            for (String commit : List.of("c1", "c2", "c3")) {
                docs.committed("busy", commit, "a change").join();
            }
            assertTrue(docsAgent.await("commit-c3").pullRequest().startsWith("https://"));
        }
    }

    @Nested
    class OfAnotherProject {

        @Test
        void a_commit_becomes_a_pull_request_too(DocsAgent docsAgent) {
            try (DocsOnCommit docs = new DocsOnCommit(docsAgent.clientSettings())) {
                docs.committed("other", "dd03e4f", "the import has pages").join();

                assertTrue(docsAgent.await("commit-dd03e4f").pullRequest().startsWith("https://"));
            }
        }
    }

    @Test
    void a_fault_of_the_service_and_a_command_that_nobody_sent(DocsAgent docsAgent) {
        try (DocsOnCommit docs = new DocsOnCommit(docsAgent.clientSettings())) {
            docs.committed("shaky", "bb02c3d", "a change").join();
            CommandEnd end = docsAgent.await("commit-bb02c3d");
            // The service may have taken it, so it is not sent again.
            assertEquals(Outcome.UNKNOWN, end.outcome());
            assertTrue(assertThrows(AssertionError.class, end::pullRequest)
                    .getMessage()
                    .contains("UNKNOWN"));
        }
    }
}
