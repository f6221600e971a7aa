package io.docsagent.worker.sandbox.http;

import java.util.List;
import org.reactivestreams.Publisher;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** Answers the requests for some paths, which are given as decoded segments. */
public interface Route {

    boolean isFor(List<String> path);

    Publisher<Void> answer(List<String> path, HttpServerRequest request, HttpServerResponse response);
}
