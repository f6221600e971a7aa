// Takes commands as POST /Project/{projectId}/submit/send of Restate's ingress, with the commandId as idempotency-key;
// answers GET /restate/workflow/Job/{commandId}/output there once a command has come to an end.
import http2 from "node:http2";
import * as restate from "@restatedev/restate-sdk";

const { SERVICE_URL, SERVICE_KEY, PORT, POLL_FIRST_SECONDS = "5", POLL_SECONDS = "30" } = process.env;
const CAPACITY = Number(process.env.CAPACITY);
const PERIOD = Number(process.env.PERIOD_SECONDS) * 1000;
const HEADERS = { Authorization: `Bearer ${SERVICE_KEY}`, "Content-Type": "application/json" };

const jobsOf = (projectId) => `${SERVICE_URL}/v2/agent/${encodeURIComponent(projectId)}/job`;

/** The calls that must not be repeated. */
const agent = restate.service({
  name: "Agent",
  handlers: {
    post: restate.createServiceHandler(
      {
        ingressPrivate: true,
        // An attempt that ends with the program is not made again: its caller gets a TerminalError. This counts in the
        // server's memory only, so after a crash of the server the attempt is made again.
        retryPolicy: { maxAttempts: 1, onMaxAttempts: "kill" },
      },
      (ctx, { projectId, prompt }) => ctx.run("POST", () => post(projectId, prompt), { initialRetryInterval: 500 }),
    ),
  },
});

async function post(projectId, prompt) {
  try {
    const response = await fetch(jobsOf(projectId), {
      method: "POST",
      headers: HEADERS,
      body: JSON.stringify({ prompt }),
    });
    if (response.status === 429) {
      return { retryAfter: Number(response.headers.get("retry-after")) || 1 };
    }
    if (response.status >= 400 && response.status < 500) {
      return { state: "rejected" };
    }
    return response.ok ? { id: (await response.json()).id } : { state: "unknown" };
  } catch (e) {
    if (e.cause?.code === "ECONNREFUSED") {
      throw e; // It never reached the service, so Restate may run this step again.
    }
    return { state: "unknown" };
  }
}

/** One at a time per key, in order of arrival. Its state holds the times of the last CAPACITY uses. */
const project = restate.object({
  name: "Project",
  // While it waits it is put aside soon: by default it would hold one of the server's 1,000 places for a minute.
  options: { inactivityTimeout: { seconds: 1 } },
  handlers: {
    submit: async (ctx, { commandId, prompt }) => {
      let outcome;
      do {
        // After a 429 the next POST is another use.
        outcome = await postWithinQuota(ctx, prompt);
        if (outcome.retryAfter) {
          await ctx.sleep({ seconds: outcome.retryAfter });
        }
      } while (outcome.retryAfter);
      ctx.workflowSendClient(job, commandId).run({ projectId: ctx.key, ...outcome });
    },
  },
});

/**
 * Restate has no rate limits of its own. The token bucket of its guide refills all the time, which allows nearly twice
 * the capacity in some windows; so this remembers times instead.
 */
async function postWithinQuota(ctx, prompt) {
  const uses = (await ctx.get("uses")) ?? [];
  if (uses.length === CAPACITY) {
    await ctx.sleep(Math.max(0, uses[0] + PERIOD - (await ctx.date.now())));
  }
  let outcome;
  try {
    outcome = await ctx.serviceClient(agent).post({ projectId: ctx.key, prompt });
  } catch (e) {
    if (!(e instanceof restate.TerminalError)) {
      throw e;
    }
    outcome = { state: "unknown" };
  }
  // The time of the answer: the service cannot have seen the POST later than that.
  ctx.set("uses", [...uses, await ctx.date.now()].slice(-CAPACITY));
  return outcome;
}

/** One per command, by its id: polls the job, and keeps its result. */
const job = restate.workflow({
  name: "Job",
  options: { inactivityTimeout: { seconds: 1 } },
  handlers: {
    run: async (ctx, { projectId, id, state }) => {
      if (state) {
        return { state };
      }
      await ctx.sleep({ seconds: Number(POLL_FIRST_SECONDS) });
      for (;;) {
        const { status, prLink } = await ctx.run("GET", () => get(projectId, id));
        if (status !== "active") {
          return { state: status, prLink };
        }
        await ctx.sleep({ seconds: Number(POLL_SECONDS) });
      }
    },
  },
});

async function get(projectId, id) {
  const response = await fetch(`${jobsOf(projectId)}/${encodeURIComponent(id)}`, { headers: HEADERS });
  if (!response.ok) {
    const seconds = Number(response.headers.get("retry-after"));
    throw new restate.RetryableError(`GET: ${response.status}`, seconds ? { retryAfter: { seconds } } : {});
  }
  return response.json();
}

http2
  .createServer(restate.createEndpointHandler({ services: [agent, project, job] }))
  .listen(Number(PORT), "127.0.0.1", () => console.log(`Listening on ${PORT}`));
