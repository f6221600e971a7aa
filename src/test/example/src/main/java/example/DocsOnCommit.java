package example;

import io.docsagent.worker.client.ClientSettings;
import io.docsagent.worker.client.DocsAgentClient;
import io.docsagent.worker.client.NewCommand;
import java.util.concurrent.CompletableFuture;

/** Asks for the documentation of what a commit changed. */
public final class DocsOnCommit implements AutoCloseable {

    private final DocsAgentClient client;

    public DocsOnCommit(ClientSettings settings) {
        this.client = DocsAgentClient.of(settings);
    }

    /** May be called again for the same commit: that is still one pull request. */
    public CompletableFuture<Void> committed(String project, String commit, String summary) {
        return client.send(NewCommand.create(project, "commit-" + commit, "Document this change: " + summary));
    }

    @Override
    public void close() {
        client.close();
    }
}
