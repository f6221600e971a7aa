// Sends a create and waits for its pull request.
//
// node ask.js PROJECT COMMAND_ID PROMPT
//
// Needs kafkajs. The link is printed to standard output. Exit status as of the worker's own tool `ask`:
// 0 pull request, 3 no changes, 4 failed or archived, 5 rejected, expired, superseded or cancelled, 6 unknown,
// 7 still waiting, 1 anything else.
'use strict';

const { randomUUID } = require('node:crypto');
const { Kafka, Partitioners, logLevel } = require('kafkajs');

const REQUESTS = process.env.REQUESTS ?? 'docs-agent.requests';
const COMMANDS = process.env.COMMANDS ?? 'docs-agent.commands';
const PATIENCE_MS = 30 * 60 * 1000;

const kafka = new Kafka({ brokers: [process.env.KAFKA ?? 'localhost:9092'], logLevel: logLevel.ERROR });

/** How the command of this record has ended; null while it has not. */
function exitStatus({ state, status, prLink, reason }) {
  if (state === 'unknown') return 6;
  if (['rejected', 'expired', 'superseded', 'cancelled'].includes(state)) return 5;
  if (state !== 'accepted') return null;
  if (status === 'completed') return prLink ? 0 : 3;
  if (['failed', 'archived'].includes(status)) return 4;
  return reason ? 6 : null; // Its job is not followed any more.
}

async function main(projectId, commandId, prompt) {
  // kafkajs reads only as a member of a group. One that is new reads every partition from its beginning, so that a
  // command that has ended already is found as well.
  const consumer = kafka.consumer({ groupId: `ask-${randomUUID()}`, readUncommitted: false });
  await consumer.connect();
  await consumer.subscribe({ topic: COMMANDS, fromBeginning: true });

  const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
  await producer.connect();
  const command = { type: 'create', projectId, commandId, prompt };
  await producer.send({ topic: REQUESTS, acks: -1, messages: [{ key: projectId, value: JSON.stringify(command) }] });
  await producer.disconnect();

  const status = await new Promise((resolve, reject) => {
    setTimeout(() => resolve(7), PATIENCE_MS).unref();
    consumer
      .run({
        autoCommit: false,
        eachMessage: async ({ message }) => {
          if (message.value === null || message.key?.toString() !== `${projectId}/${commandId}`) return;
          const record = JSON.parse(message.value.toString());
          console.error(record.state, record.status ?? '');
          const ended = exitStatus(record);
          if (ended === 0) console.log(record.prLink);
          if (ended !== null) resolve(ended);
        },
      })
      .catch(reject);
  });
  await consumer.disconnect();
  return status;
}

if (process.argv.length !== 5) {
  console.error('node ask.js PROJECT COMMAND_ID PROMPT');
  process.exit(1);
}
main(...process.argv.slice(2)).then(
  (status) => process.exit(status),
  (failure) => {
    console.error(failure.message);
    process.exit(1);
  },
);
