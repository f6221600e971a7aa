package io.docsagent.worker.ingress;

import io.docsagent.worker.ingress.document.Reading;

/** Receives what ingress reads; called on the stream threads, so it must be quick. */
public interface IngressObserver {

    /** @param topic that the record was read from */
    void read(Reading reading, String topic);
}
