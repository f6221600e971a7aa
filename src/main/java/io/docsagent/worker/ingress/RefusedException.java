package io.docsagent.worker.ingress;

/** Carries a refusal out of the depth of a document; has no stack trace, for publishers decide how often it happens. */
final class RefusedException extends Exception {

    private final transient Reading.Refused refused;

    RefusedException(Refusal refusal, String reason) {
        super(reason, null, false, false);
        this.refused = new Reading.Refused(refusal, reason);
    }

    Reading.Refused refused() {
        return refused;
    }
}
