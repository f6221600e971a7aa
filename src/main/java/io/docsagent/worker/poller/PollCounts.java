package io.docsagent.worker.poller;

/**
 * The load of the poller.
 *
 * @param jobs watched
 * @param inFlight GETs in flight
 * @param waiting jobs that are due and wait for a slot, or for the key of their project to be accepted
 * @param refusedProjects whose key is not accepted
 */
public record PollCounts(int jobs, int inFlight, int waiting, int refusedProjects) {}
