package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.domain.state.QueuedCommand;

/**
 * A command that is to be sent next.
 *
 * @param priority at which it is: the highest of what waits behind it in its job
 * @param payer the publisher whose use it is
 * @param inTurn whether it is so because it is that publisher's turn, and not because an operator wants it
 */
public record Next(QueuedCommand command, Priority priority, String payer, boolean inTurn) {}
