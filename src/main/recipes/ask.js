// Sends a create and waits for its pull request.
//
// node ask.js PROJECT COMMAND_ID PROMPT
//
// Needs kafkajs. The link is printed to standard output. Exit statuses are those of the worker's tool `ask`:
// 0 pull request, 3 no changes, 4 failed or archived, 5 rejected, expired, superseded or cancelled, 6 unknown,
// 7 not ended within WAIT_SECONDS (1800), 1 anything else.
'use strict';

const { randomUUID } = require('node:crypto');
const { Kafka, Partitioners, logLevel } = require('kafkajs');

const REQUESTS = process.env.REQUESTS ?? 'docs-agent.requests';
const COMMANDS = process.env.COMMANDS ?? 'docs-agent.commands';
const JOB_STATUS = process.env.JOB_STATUS ?? 'docs-agent.job-status';
const PATIENCE_SECONDS = Number(process.env.WAIT_SECONDS ?? 30 * 60);
const ANSWER_MS = 15_000; // A repetition is answered once a minute at most.

const kafka = new Kafka({ brokers: [process.env.KAFKA ?? 'localhost:9092'], logLevel: logLevel.ERROR });

/** How the command of this record has ended; null while it has not. */
function exitStatus({ state, status, prLink, reason }) {
  if (state === 'unknown') return 6;
  if (['rejected', 'expired', 'superseded', 'cancelled'].includes(state)) return 5;
  if (state !== 'accepted') return null;
  if (status === 'completed') return prLink ? 0 : 3;
  if (['failed', 'archived'].includes(status)) return 4;
  return reason ? 6 : null; // Its job is no longer followed.
}

const tell = (reason) => (reason ? `${reason.code}: ${reason.message}` : '');

/** Where the partitions of the topic end, but for those that are empty. */
async function ends(admin, topic) {
  const offsets = (await admin.fetchTopicOffsets(topic)).filter(({ low, high }) => low !== high);
  return new Map(offsets.map(({ partition, high }) => [partition, BigInt(high)]));
}

async function main(projectId, commandId, prompt) {
  const admin = kafka.admin();
  await admin.connect();
  const unread = await ends(admin, COMMANDS); // Not yet read up to there: an older record says nothing.
  const next = { [COMMANDS]: new Map(), [JOB_STATUS]: await ends(admin, JOB_STATUS) }; // By partition.
  await admin.disconnect();

  // kafkajs reads only as a member of a group. One that is new reads every partition of the records from its beginning,
  // so that an earlier command is found as well.
  const consumer = kafka.consumer({ groupId: `ask-${randomUUID()}`, readUncommitted: false });
  await consumer.connect();
  await consumer.subscribe({ topics: [COMMANDS, JOB_STATUS], fromBeginning: true });

  const { status, said, link } = await new Promise((resolve, reject) => {
    let record = null; // The last one of the command.
    let isSent = false;
    let isAnswered = false; // The record is surely of the command that was sent.

    const judge = () => {
      if (record === null || !isAnswered) return;
      const ended = exitStatus(record);
      const said = `${record.state} ${record.status ?? ''} ${tell(record.reason)}`;
      if (ended !== null) resolve({ status: ended, said, link: record.prLink });
    };
    const answered = () => {
      isAnswered = true;
      judge();
    };
    const onRecord = (value) => {
      record = value;
      isAnswered ||= isSent && record === null;
      judge();
    };
    const onEvent = (event) => {
      if (!isSent || event.projectId !== projectId || event.commandId !== commandId) return;
      const code = event.reason?.code;
      // With an original, what is malformed is another record with the id of a command that is known.
      const isReused = code === 'command_id_reused' && !isAnswered;
      if (isReused || (code === 'malformed' && !(isAnswered && event.original))) {
        resolve({ status: 5, said: tell(event.reason) });
      } else if (event.type === 'command.duplicate') {
        answered();
      }
    };
    const sendOnceRead = async () => {
      if (isSent || unread.size > 0) return;
      isSent = true;
      isAnswered = record === null;
      await send(projectId, commandId, prompt);
      setTimeout(answered, ANSWER_MS);
    };

    setTimeout(() => {
      if (isSent) resolve({ status: 7, said: `The command has not ended within ${PATIENCE_SECONDS} s.` });
      else reject(new Error(`${COMMANDS} could not be read to its end: the command was not sent`));
    }, PATIENCE_SECONDS * 1000);
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      if (!payload.restart) reject(payload.error);
    });
    // The last offset may be the marker of a transaction: only this event counts it as well.
    consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload: { topic, partition, lastOffset } }) => {
      if (topic === COMMANDS && BigInt(lastOffset) + 1n >= unread.get(partition)) unread.delete(partition);
      sendOnceRead().catch(reject);
    });
    consumer
      .run({
        autoCommit: false,
        eachMessage: async ({ topic, partition, message: { key, value, offset } }) => {
          if (BigInt(offset) < (next[topic].get(partition) ?? 0n)) return; // Read again, after the group was joined anew.
          next[topic].set(partition, BigInt(offset) + 1n);
          const json = value === null ? null : JSON.parse(value.toString());
          if (topic === JOB_STATUS && json !== null) onEvent(json);
          if (topic === COMMANDS && key?.toString() === `${projectId}/${commandId}`) onRecord(json);
        },
      })
      .then(sendOnceRead)
      .catch(reject);
    for (const [partition, end] of next[JOB_STATUS]) {
      consumer.seek({ topic: JOB_STATUS, partition, offset: end.toString() });
    }
  });
  console.error(said);
  if (link) console.log(link);
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

if (process.argv.length !== 5 || !(PATIENCE_SECONDS > 0 && PATIENCE_SECONDS < 2 ** 31 / 1000)) {
  console.error('node ask.js PROJECT COMMAND_ID PROMPT, with WAIT_SECONDS a number of seconds, 24 days at most');
  process.exit(1);
}
main(...process.argv.slice(2)).then(
  (status) => process.exit(status),
  (failure) => {
    console.error(failure.message);
    process.exit(1);
  },
);
