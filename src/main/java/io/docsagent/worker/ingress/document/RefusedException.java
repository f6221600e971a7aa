package io.docsagent.worker.ingress.document;

/** Carries a refusal out of the depth of a document; has no stack trace, for publishers decide how often it happens. */
public final class RefusedException extends Exception {

    private final transient Reading.Refused refused;

    public RefusedException(Refusal refusal, String reason) {
        super(reason, null, false, false);
        this.refused = new Reading.Refused(refusal, reason);
    }

    /** Throws where what says how to read the record does not fit. */
    static void requireEnvelope(boolean fits, String reason) throws RefusedException {
        if (!fits) {
            throw new RefusedException(Refusal.ENVELOPE, reason);
        }
    }

    public Reading.Refused refused() {
        return refused;
    }
}
