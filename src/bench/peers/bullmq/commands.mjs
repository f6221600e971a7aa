import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { DelayedError, Queue, UnrecoverableError, Worker } from 'bullmq';
import { Redis } from 'ioredis';

const { SERVICE_URL, SERVICE_KEY, REDIS_URL } = process.env;
const PORT = Number(process.env.PORT);
const CAPACITY = Number(process.env.CAPACITY);
const PERIOD = 1000 * Number(process.env.PERIOD_SECONDS);
const POLL_FIRST = 1000 * Number(process.env.POLL_FIRST_SECONDS ?? 5);
const POLL = 1000 * Number(process.env.POLL_SECONDS ?? 30);
const REQUEST_TIMEOUT = 30_000;
const CONCURRENCY = 128;

// Commands to Redis wait while it is away, as BullMQ requires of its workers.
const connection = new Redis(REDIS_URL, { maxRetriesPerRequest: null });

const defaultJobOptions = {
  attempts: Number.MAX_SAFE_INTEGER,
  backoff: { type: 'fixed', delay: 1000, jitter: 0.5 },
  stackTraceLimit: 1,
  // A job with the id of one that is still kept is not added.
  removeOnComplete: { age: 24 * 3600 },
  removeOnFail: { age: 24 * 3600 },
};
const commands = new Queue('commands', { connection, defaultJobOptions });
const polls = new Queue('polls', { connection, defaultJobOptions });

// BullMQ's own limiter is for a whole queue and its window does not roll; groups with a limit and an order of their own
// are in BullMQ Pro only. So here are two sorted sets for each project: the uses of the last period, and the line of
// the commands that wait, by arrival. A use counts until a period after its answer, since the request arrived some time
// before that. Returns 0 when the command has its use, or else after how many milliseconds it should ask again.
connection.defineCommand('take', {
  numberOfKeys: 3,
  lua: `
    local uses, line, pause = KEYS[1], KEYS[2], KEYS[3]
    local now, capacity, period, timeout = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
    local arrival, command, use = ARGV[5], ARGV[6], ARGV[7]
    redis.call('ZREMRANGEBYSCORE', uses, '-inf', '(' .. now - period)
    redis.call('ZADD', line, arrival, command)
    local paused = redis.call('PTTL', pause)
    local ahead = redis.call('ZRANK', line, command) - (capacity - redis.call('ZCARD', uses))
    if ahead < 0 and paused <= 0 then
      redis.call('ZREM', line, command)
      redis.call('ZADD', uses, now + timeout, use)
      return 0
    end
    ahead = math.max(ahead, 0)
    local turn = ahead % capacity
    local before = redis.call('ZRANGE', uses, turn, turn, 'WITHSCORES')[2]
    local from = math.min(tonumber(before or now), now)
    return math.max(from + period * (1 + math.floor(ahead / capacity)) + 1 - now, paused)`,
});

// Ids of jobs may neither be integers nor contain a colon.
const jobId = (commandId) => `c-${encodeURIComponent(commandId)}`;

async function call(projectId, path, options) {
  const response = await fetch(`${SERVICE_URL}/v2/agent/${encodeURIComponent(projectId)}/job${path}`, {
    ...options,
    headers: { Authorization: `Bearer ${SERVICE_KEY}`, 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
  });
  const text = await response.text();
  return { response, job: response.ok ? JSON.parse(text) : undefined };
}

function retryAfter(response) {
  const value = response.headers.get('retry-after') ?? '';
  const millis = /^\d+$/.test(value) ? 1000 * Number(value) : Date.parse(value) - Date.now();
  return Math.max(millis || 0, 1000);
}

async function delay(job, token, millis) {
  await job.moveToDelayed(Date.now() + millis, token);
  throw new DelayedError();
}

async function send(job, token) {
  const { projectId, prompt, arrival } = job.data;
  const [uses, line, pause] = ['uses', 'line', 'pause'].map((key) => `${key}:${projectId}`);
  const use = `${job.id}:${job.attemptsStarted}`;
  const millis = await connection.take(
    uses,
    line,
    pause,
    Date.now(),
    CAPACITY,
    PERIOD,
    REQUEST_TIMEOUT,
    arrival,
    job.id,
    use,
  );
  if (millis > 0) return delay(job, token, millis);

  try {
    const { response, job: created } = await call(projectId, '', { method: 'POST', body: JSON.stringify({ prompt }) });
    await connection.zadd(uses, Date.now(), use);
    if (response.status === 429) {
      const pauseMillis = retryAfter(response);
      await connection.set(pause, job.id, 'PX', pauseMillis);
      return await delay(job, token, pauseMillis);
    }
    if (!created) throw new Error(response.status >= 400 && response.status < 500 ? 'rejected' : 'unknown');
    await polls.add('poll', { projectId, id: created.id }, { jobId: job.id, delay: POLL_FIRST });
  } catch (error) {
    if (error.cause?.code === 'ECONNREFUSED') {
      await connection.zrem(uses, use);
      throw error;
    }
    // BullMQ tries again after any other error, which could send the command twice.
    throw error instanceof DelayedError ? error : new UnrecoverableError(error.message);
  }
}

async function poll(job, token) {
  const { response, job: answer } = await call(job.data.projectId, `/${encodeURIComponent(job.data.id)}`);
  if (!answer) throw new Error(`The service answered ${response.status}`);
  if (answer.status === 'active') return delay(job, token, POLL);
  return { state: answer.status, prLink: answer.prLink };
}

// The job of a worker that died is not started again: it fails, and whether its command was sent is unknown.
const sender = new Worker('commands', send, { connection, concurrency: CONCURRENCY, maxStalledCount: 0 });
sender.on('failed', (job) => job && connection.zrem(`line:${job.data.projectId}`, job.id));
// To ask twice does no harm.
const poller = new Worker('polls', poll, {
  connection,
  concurrency: CONCURRENCY,
  maxStalledCount: Number.MAX_SAFE_INTEGER,
});
// Without a listener an error of the connection would end a worker.
[connection, commands, polls, sender, poller].forEach((source) => source.on('error', console.error));

async function accept({ projectId, commandId, prompt }) {
  const arrival = await connection.incr('arrivals');
  await commands.add('send', { projectId, prompt, arrival }, { jobId: jobId(commandId) });
}

async function fateOf(commandId) {
  const [polled, sent] = await Promise.all([polls, commands].map((queue) => queue.getJob(jobId(commandId))));
  if (polled?.finishedOn) return polled.returnvalue;
  if (polled || !sent?.finishedOn || !sent.failedReason) return { state: 'waiting' };
  return { state: sent.failedReason === 'rejected' ? 'rejected' : 'unknown' };
}

async function answer(request) {
  if (request.method === 'POST' && request.url === '/commands') {
    await accept(await json(request));
    return [202, {}];
  }
  const [, commandId] = request.url.match(/^\/commands\/([^/]+)$/) ?? [];
  return commandId ? [200, await fateOf(decodeURIComponent(commandId))] : [404, {}];
}

const server = createServer(async (request, response) => {
  const [status, body] = await answer(request).catch((error) => [500, { error: error.message }]);
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
});

process.on('SIGTERM', async () => {
  server.close();
  await Promise.all([sender.close(), poller.close()]);
  process.exit();
});

await Promise.all([sender.waitUntilReady(), poller.waitUntilReady()]);
server.listen(PORT, '127.0.0.1', () => console.log('Takes commands'));
