import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bus, connectBus, publish } from '@styling/bus';
import { completeRequest, createEvent, idFrom, type RequestAccepted, requestAccepted } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import type { Measure } from '../bench.ts';
import type { Watch, Watched } from '../load/watch.ts';
import { addCallers, type Caller } from '../rig/callers.ts';
import type { Rig } from '../rig/rig.ts';
import { value } from '../row.ts';
import { atLeast, atMost } from '../statistics.ts';

/** Long polls, event streams, and how many of them begin a second. */
const SHORT = { polls: 500, streams: 200, pace: 200 };
const LONG = { polls: 5_000, streams: 2_000, pace: 400 };
/** As many as one user may have. */
const A_USER = 100;
const SETTLED_AFTER_MS = 3_000;
const KIB = 1024;

/**
 * How many clients one gateway lets wait for jobs, by long poll and by event stream, the memory of each, and the time from the end of
 * a job until all that wait for it have it. The bench is the worker, so that gateway and jobs service alone are busy.
 */
export const watching: Measure = {
  name: 'watching',
  onlyInFull: true,
  async run({ startRig, long }) {
    const { polls, streams, pace } = long ? LONG : SHORT;
    const rig = await startRig({ services: ['jobs'] });
    const bus = await connectBus({ servers: rig.natsUrl, name: 'bench-worker', log: silentLogger() });
    try {
      // As many beforehand, so that the heap has already grown.
      await watchJobs(rig, bus, '?wait=30', { count: SHORT.polls, pace });
      const polled = await watchJobs(rig, bus, '?wait=30', { count: polls, pace });
      const streamed = await watchJobs(rig, bus, '/events', { count: streams, pace });
      return [
        value({ what: 'long polls that one gateway held open', unit: '', goal: atLeast(polls) }, polled.answered),
        value({ what: 'memory held for each long poll', unit: 'KiB', goal: atMost(40) }, polled.bytes / KIB),
        value({ what: 'from the end of the job to the poll: p99', unit: 'ms', goal: atMost(5_000) }, polled.p99),
        value(
          { what: 'event streams that one gateway held open', unit: '', goal: atLeast(streams) },
          streamed.answered,
        ),
        value({ what: 'memory held for each event stream', unit: 'KiB', goal: atMost(40) }, streamed.bytes / KIB),
      ];
    } finally {
      await bus.close();
    }
  },
};

/** Has `count` clients wait for a hundredth as many jobs, and ends these once all wait. */
async function watchJobs(rig: Rig, bus: Bus, what: string, { count, pace }: { count: number; pace: number }) {
  const before = await rig.gateway.ask<number>('held');
  const callers = await addCallers(rig.sql, Math.ceil(count / A_USER));
  const jobs = await Promise.all(callers.map((caller) => accept(bus, caller)));
  const requests = Array.from({ length: count }, (_, index) => {
    const { key } = callers[index % callers.length] as Caller;
    const { request_id } = jobs[index % jobs.length] as RequestAccepted['data'];
    return { path: `/jobs/${request_id}${what}`, headers: { 'x-api-key': key } };
  });
  const loader = await rig.host('load/watch.ts');
  const answers = loader.call<Watched[]>('watch', { url: rig.apiUrl, requests, pace } satisfies Watch);
  // Awaited below; until then a rejection must not end the process before it has cleaned up.
  answers.catch(() => undefined);
  await sleep((count / pace) * 1000 + SETTLED_AFTER_MS);
  const bytes = ((await rig.gateway.ask<number>('held')) - before) / count;
  const ended = performance.timeOrigin + performance.now();
  await Promise.all(jobs.map((data) => publish(bus, completeRequest(data, 'tryon', new Date(), {}))));
  const told = await answers;
  await loader.stop();
  const wrong = told.find(({ status, at }) => status !== 200 || at < ended);
  if (wrong)
    throw new Error(`a request that waited was answered ${wrong.status}, ${wrong.at - ended} ms after the end`);
  const added = told.map(({ at }) => at - ended).sort((a, b) => a - b);
  return { answered: told.length, bytes, p99: added[Math.floor(added.length * 0.99)] ?? Number.NaN };
}

/** Publishes `request.accepted` of a request by `caller`, as its gateway would. */
async function accept(bus: Bus, { user_id, key_id }: Caller): Promise<RequestAccepted['data']> {
  const request_id = idFrom('req', randomBytes(12));
  const now = new Date();
  const event = createEvent(requestAccepted, '/services/gateway', now, {
    request_id,
    user_id,
    key_id,
    endpoint: '/try_on_outfit',
    capability: 'tryon',
    gateway: 'bench',
    input: `requests/${request_id}`,
    image_ids: [],
    received_at: now.toISOString(),
    deadline: new Date(now.getTime() + 600_000).toISOString(),
  });
  await publish(bus, event);
  return event.data;
}
