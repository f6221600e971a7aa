package io.docsagent.worker.domain.index;

import org.jspecify.annotations.Nullable;

/**
 * Whose use the call of a lane's first command may be.
 *
 * @param publisher of the command
 * @param promoter publisher of the promoted command that takes it along, whose use it is where its own publisher has none;
 *     null where there is no other
 */
public record Payers(String publisher, @Nullable String promoter) {

    static Payers of(String publisher, @Nullable Promotion promoted) {
        return promoted == null || promoted.publisher().equals(publisher)
                ? new Payers(publisher, null)
                : new Payers(publisher, promoted.publisher());
    }

    boolean mayPay(PublisherShares shares) {
        return shares.isOpenTo(publisher) || (promoter != null && shares.isOpenTo(promoter));
    }

    /** Who pays, if anyone may. */
    public String payer(PublisherShares shares) {
        return promoter == null || shares.isOpenTo(publisher) ? publisher : promoter;
    }
}
