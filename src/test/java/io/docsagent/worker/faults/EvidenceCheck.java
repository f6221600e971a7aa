package io.docsagent.worker.faults;

import java.util.List;

/** A promise, held against what a scenario left behind. */
interface EvidenceCheck {

    /** Each way in which it was broken, in words; none if it was kept. */
    List<String> broken(Evidence evidence);
}
