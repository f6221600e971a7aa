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
const JOB_STATUS = process.env.JOB_STATUS ?? 'docs-agent.job-status';
const PATIENCE_MS = 30 * 60 * 1000;
const ANSWER_MS = 5000; // A repetition is answered once a minute at most.

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

/** Where the partitions of the topic end. */
async function ends(admin, topic) {
  const offsets = await admin.fetchTopicOffsets(topic);
  return new Map(offsets.map(({ partition, high }) => [partition, BigInt(high)]));
}

async function main(projectId, commandId, prompt) {
  const admin = kafka.admin();
  await admin.connect();
  const known = await ends(admin, COMMANDS);
  const events = await ends(admin, JOB_STATUS);
  await admin.disconnect();

  // kafkajs reads only as a member of a group. One that is new reads every partition of the records from its beginning,
  // so that an earlier command is found as well.
  const consumer = kafka.consumer({ groupId: `ask-${randomUUID()}`, readUncommitted: false });
  await consumer.connect();
  await consumer.subscribe({ topics: [COMMANDS, JOB_STATUS], fromBeginning: true });

  let record = null;
  let isRepeated = false; // There was a record before the command was sent.
  let isAnswered = false; // The record is surely of the command that was sent.
  let assume;
  const status = await new Promise((resolve, reject) => {
    const endIfAnswered = () => {
      const ended = record !== null && (isAnswered || !isRepeated) ? exitStatus(record) : null;
      if (ended === null) return;
      console.error(record.state, record.status ?? '');
      if (ended === 0) console.log(record.prLink);
      resolve(ended);
    };
    const onEvent = (event) => {
      if (event.projectId !== projectId || event.commandId !== commandId) return;
      if (event.reason?.code === 'command_id_reused') {
        console.error('rejected', event.reason.message);
        resolve(5);
      }
      isAnswered ||= event.type === 'command.duplicate';
      endIfAnswered();
    };
    const onRecord = ({ partition, message }) => {
      record = message.value === null ? null : JSON.parse(message.value.toString());
      if (BigInt(message.offset) < known.get(partition)) {
        isRepeated = record !== null;
        clearTimeout(assume);
        assume = setTimeout(() => {
          isAnswered = true;
          endIfAnswered();
        }, ANSWER_MS);
      }
      endIfAnswered();
    };
    setTimeout(() => resolve(7), PATIENCE_MS).unref();
    consumer
      .run({
        autoCommit: false,
        eachMessage: async ({ topic, partition, message }) => {
          if (topic === JOB_STATUS) {
            if (message.value !== null) onEvent(JSON.parse(message.value.toString()));
          } else if (message.key?.toString() === `${projectId}/${commandId}`) {
            onRecord({ partition, message });
          }
        },
      })
      .then(() => send(projectId, commandId, prompt))
      .catch(reject);
    for (const [partition, end] of events) consumer.seek({ topic: JOB_STATUS, partition, offset: end.toString() });
  });
  clearTimeout(assume);
  await consumer.disconnect();
  return status;
}

async function send(projectId, commandId, prompt) {
  const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
  await producer.connect();
  const command = { type: 'create', projectId, commandId, prompt };
  await producer.send({ topic: REQUESTS, acks: -1, messages: [{ key: projectId, value: JSON.stringify(command) }] });
  await producer.disconnect();
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
