package io.docsagent.worker.ingress;

import static java.util.Objects.requireNonNull;

import io.docsagent.worker.contract.PullRequestState;
import io.docsagent.worker.ingress.document.Document;
import io.docsagent.worker.ingress.document.DocumentReader;
import io.docsagent.worker.ingress.document.Reading;
import io.docsagent.worker.ingress.document.RefusedException;
import io.docsagent.worker.wire.Input.PullRequestSeen;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tools.jackson.databind.JsonNode;

/** Reads a record as a report of a pull request, or says why it is none; thread-safe, and never throws. */
public final class PullRequestReader implements RecordReader {

    private final DocumentReader documents;

    /** @param maxBytes of a record's value, {@code docs-agent.requests.max-bytes} */
    public PullRequestReader(long maxBytes) {
        this.documents = new DocumentReader("pull-request.schema.json", maxBytes);
    }

    @Override
    public Reading read(ConsumerRecord<byte[], byte[]> record) {
        try {
            Document document = documents.read(record);
            JsonNode json = document.json();
            return new Reading.Reported(new PullRequestSeen(
                    json.path("projectId").stringValue(PullRequestSeen.ANY_PROJECT),
                    json.path("prLink").stringValue(),
                    state(json.path("state").stringValue()),
                    requireNonNull(document.time("at"))));
        } catch (RefusedException e) {
            return e.refused();
        }
    }

    private static PullRequestState state(String name) {
        return switch (name) {
            case "open" -> PullRequestState.OPEN;
            case "merged" -> PullRequestState.MERGED;
            case "closed" -> PullRequestState.CLOSED;
            default -> throw new IllegalStateException("the schema accepts a state that is not read");
        };
    }
}
