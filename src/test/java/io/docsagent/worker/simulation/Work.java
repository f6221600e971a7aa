package io.docsagent.worker.simulation;

/** How many operations on stores a task needed for one record: gets, puts, and entries of ranges. */
final class Work {

    private int operations;
    private Cost most = new Cost(0, "");

    /**
     * What a record cost.
     *
     * @param record as it is in its topic
     */
    record Cost(int operations, String record) {}

    void begin() {
        operations = 0;
    }

    void operation() {
        operations++;
    }

    void end(LogPartition.Entry entry) {
        if (operations > most.operations()) {
            most = new Cost(operations, entry.text());
        }
    }

    /** Of the record that needed most. */
    Cost most() {
        return most;
    }
}
