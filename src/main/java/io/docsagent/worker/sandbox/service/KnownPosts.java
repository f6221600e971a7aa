package io.docsagent.worker.sandbox.service;

import io.docsagent.worker.sandbox.api.RequestTarget;
import io.docsagent.worker.sandbox.http.HttpAnswer;
import io.docsagent.worker.sandbox.service.JobService.Handled;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The POSTs that were successful, by their names: a repeat is answered as before, and does nothing else. */
final class KnownPosts {

    private static final HttpAnswer OTHER_REQUEST =
            HttpAnswer.error(422, "The name was used before, for a request that differs");

    private final int max;
    private final SequencedMap<Name, Known> byName = new LinkedHashMap<>();

    private record Name(@Nullable String projectId, String name) {}

    KnownPosts(int max) {
        this.max = max;
    }

    /** @param work what the request is to do, once */
    Handled once(String name, ServiceRequest request, Supplier<Handled> work) {
        Known known;
        synchronized (byName) {
            known = byName.computeIfAbsent(new Name(request.target().projectId(), name), none -> new Known());
            if (byName.size() > max) {
                var unused = byName.pollFirstEntry();
            }
        }
        return known.once(request, work);
    }

    /** One name; while its request is handled, a repeat waits. */
    private static final class Known {

        private @Nullable Handled first;
        private @Nullable RequestTarget target;
        private @Nullable UUID prompt;

        synchronized Handled once(ServiceRequest request, Supplier<Handled> work) {
            UUID given = request.prompt().digest();
            if (first == null) {
                Handled handled = work.get();
                if (handled.answer().isSuccess()) {
                    first = handled;
                    target = request.target();
                    prompt = given;
                }
                return handled;
            }
            return request.target().equals(target) && given.equals(prompt)
                    ? new Handled(first.answer(), first.jobId(), false)
                    : new Handled(OTHER_REQUEST, request.target().jobId(), false);
        }
    }
}
