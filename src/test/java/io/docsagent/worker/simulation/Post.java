package io.docsagent.worker.simulation;

import io.docsagent.worker.contract.Publisher;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A POST that has left an instance: whether it arrives, and whether its answer does, shows later. */
final class Post {

    /** Answers that prove that the service did not take the call, besides those that a setting declares. */
    private static final Set<Integer> NOT_TAKEN = Set.of(302, 401, 403, 429);

    /** Stands before the name of a publisher. */
    static final String BY = "by";

    final Instant sentAt;

    /** The instance that sent it. */
    final String by;

    final String projectId;
    final String prompt;
    final @Nullable String jobId;

    /** By which the service recognises that it is sent again; null where it has none. */
    final @Nullable String name;

    /** Whose use it is. */
    String payer;

    /** By the service's clock; null until it has arrived. */
    @Nullable
    Instant arrivedAt;

    /** 0 until it was answered. */
    int status;

    /** The job that took it. */
    @Nullable
    String takenBy;

    /** The service knew its name, and did nothing. */
    boolean answeredAsBefore;

    /** The client had given it up, or was no more, when it arrived. */
    boolean late;

    /** The client has seen at least the head of the answer. */
    boolean delivered;

    /** When it has; null while it has not. */
    @Nullable
    Instant deliveredAt;

    /** The answer came without the service's own error object, or without its end. */
    boolean foreign;

    Post(Instant sentAt, String by, String projectId, String prompt, @Nullable String jobId, @Nullable String name) {
        this.sentAt = sentAt;
        this.by = by;
        this.projectId = projectId;
        this.prompt = prompt;
        this.jobId = jobId;
        this.name = name;
        this.payer = publisher();
    }

    String command() {
        return commandOf(prompt);
    }

    /** Prompts begin with the id of their command; the last one counts where it was appended to others. */
    static String commandOf(String prompt) {
        return words(prompt)[0];
    }

    /** Its name follows the id, but for the default publisher. */
    String publisher() {
        String[] words = words(prompt);
        return words.length > 2 && words[1].equals(BY) ? words[2] : Publisher.DEFAULT;
    }

    private static String[] words(String prompt) {
        return prompt.substring(prompt.lastIndexOf('\n') + 1).split(" ", 4);
    }

    /** Whether an answer that arrived allows the worker to send the command again. */
    boolean provesNotTaken(Set<Integer> declared) {
        return delivered && (NOT_TAKEN.contains(status) || declared.contains(status) || isForeignRefusal());
    }

    /** A 4xx that something else may have written. */
    private boolean isForeignRefusal() {
        return foreign && status >= 400 && status < 500 && status != 408;
    }

    /** Whether the answer, if there was one, says for sure what became of the command. */
    boolean isAnswered(Set<Integer> declared) {
        return provesNotTaken(declared) || (delivered && status != 408 && status >= 400 && status < 500);
    }

    @Override
    public String toString() {
        return prompt + " of " + projectId + " sent " + sentAt + " arrived " + arrivedAt + " answered " + status
                + (delivered ? "" : " (answer lost)");
    }
}
