package io.docsagent.worker.poller;

/**
 * The load of the poller.
 *
 * @param jobs watched
 * @param inFlight GETs in flight
 * @param waiting jobs that are due and wait for a slot, or for GETs of their project not to be refused
 * @param refusedProjects whose GETs are refused
 */
public record PollCounts(int jobs, int inFlight, int waiting, int refusedProjects) {}
