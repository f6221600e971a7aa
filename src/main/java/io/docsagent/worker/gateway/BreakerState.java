package io.docsagent.worker.gateway;

/** The states of the circuit breaker in front of the service, as its metric names them. */
public enum BreakerState {
    CLOSED,
    OPEN,
    HALF_OPEN
}
