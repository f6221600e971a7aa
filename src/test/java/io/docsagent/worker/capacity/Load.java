package io.docsagent.worker.capacity;

import java.time.Duration;

/**
 * What an installation is to carry.
 *
 * @param projects with state: commands, jobs, uses or remembered commands
 * @param queued commands that wait, in all
 * @param activeJobs jobs that are polled
 * @param commandsPerSecond day and night, mostly creates
 * @param commandBytes of one command
 * @param latency until the service answers a POST
 * @param pollInterval between two GETs of one job
 */
public record Load(
        long projects,
        long queued,
        long activeJobs,
        double commandsPerSecond,
        int commandBytes,
        Duration latency,
        Duration pollInterval) {

    /** With commands of 400 bytes, a service that answers within a second, and the default docs-agent.poll.max-interval. */
    public static Load of(long projects, long queued, long activeJobs, double commandsPerSecond) {
        return new Load(
                projects, queued, activeJobs, commandsPerSecond, 400, Duration.ofSeconds(1), Duration.ofSeconds(30));
    }

    double callsInFlight() {
        return commandsPerSecond * seconds(latency);
    }

    double getsPerSecond() {
        return activeJobs / seconds(pollInterval);
    }

    /** Commands in so long a time. */
    double commandsIn(Duration time) {
        return commandsPerSecond * seconds(time);
    }

    /** Of heap, by which docs-agent.queue.max-bytes-per-partition limits them. */
    double queuedBytes() {
        return queued * (commandBytes + Costs.HEAP_PER_QUEUED_COMMAND);
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1e3;
    }
}
