import { setTimeout as sleep } from 'node:timers/promises';
import { connectBus, publish, readLog } from '@styling/bus';
import { completeRequest, EVENTS_STREAM, type RequestAccepted, subjects } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import { type Bench, clientsOf } from '../bench.ts';
import type { Answered, Hold } from '../rig/load.ts';
import type { Rig } from '../rig/rig.ts';
import { addCallers, orderBody } from '../rig/seed.ts';
import { atLeast, atMost, quantile, value } from '../rows.ts';

/** `jobMs` is the minimum wait of the first, `pace` how many per second arrive and finish. */
const SHORT = { requests: 1_000, jobMs: 5_000, pace: 150 };
const LONG = { requests: 10_000, jobMs: 30_000, pace: 75 };
const OPEN_WITHIN_MS = 180_000;

/** Requests held open, memory of each, time from the end of a job to the response. The bench itself is the worker. */
export async function waiting({ startRig, long }: Bench) {
  const { requests, jobMs, pace } = long ? LONG : SHORT;
  const rig = await startRig({ services: [] });
  // The heap has grown for this rate before measuring.
  await hold(rig, { requests: SHORT.requests, jobMs: 0, pace });
  const before = await rig.gateway.ask<number>('held');
  let held = 0;
  const added = await hold(rig, { requests, jobMs, pace }, async () => {
    held = (await rig.gateway.ask<number>('held')) - before;
  });
  const delay = { what: 'from the end of the job to the answer: p99', unit: 'ms', goal: atMost(50) };
  return [
    value({ what: 'requests that one gateway held open', unit: '', goal: atLeast(requests) }, added.length),
    value({ what: 'memory held for each that waits', unit: 'KiB', goal: atMost(40) }, held / requests / 1024),
    value(delay, quantile(added, 0.99)),
  ];
}

/** @returns ms from the completion of each job to its response */
async function hold(
  rig: Rig,
  { requests, jobMs, pace }: typeof SHORT,
  whenAllAreOpen: () => Promise<void> = async () => undefined,
): Promise<number[]> {
  const { body } = await orderBody(96);
  const clients = clientsOf(await addCallers(rig.sql, requests));
  await using undo = new AsyncDisposableStack();
  const ask = await rig.host('rig/load.ts', undo);
  const log = silentLogger();
  const bus = undo.adopt(await connectBus({ servers: rig.natsUrl, name: 'bench-worker', log }), (open) => open.close());
  const after = (await bus.jsm.streams.info(EVENTS_STREAM)).state.last_seq;
  const accepted = readLog(bus, { name: 'bench-worker', filter: subjects.accepted('tryon'), after, log });
  undo.defer(() => accepted.close());
  const asked: Hold = { url: rig.apiUrl, method: 'POST', path: '/try_on_outfit', body, clients, pace };
  const answers = ask<Answered[]>('hold', asked);
  // Awaited below; until then a rejection must not end the process before it has cleaned up.
  answers.catch(() => undefined);
  const jobs = await Promise.race([allOf(accepted, requests), answers.then(() => [])]);
  await whenAllAreOpen();
  const doneAt = new Map<string, number>();
  const ending = performance.now();
  await Promise.all(
    jobs.map(async ({ data, receivedAt }, index) => {
      const due = Math.max(receivedAt + jobMs, ending + (index / pace) * 1000);
      await sleep(Math.max(0, due - performance.now()));
      doneAt.set(data.request_id, performance.timeOrigin + performance.now());
      const [image_id = null] = data.image_ids;
      const result = { object: `images/${image_id}.jpg`, mime_type: 'image/jpeg', image_id };
      await publish(bus, completeRequest(data, 'tryon', new Date(), { result }));
    }),
  );
  return (await answers).map(({ requestId, status, at }) => {
    const done = doneAt.get(requestId);
    if (status !== 200 || done === undefined) throw new Error(`a waiting request was answered ${status}`);
    return at - done;
  });
}

async function allOf(log: ReturnType<typeof readLog>, count: number) {
  const jobs: { readonly data: RequestAccepted['data']; readonly receivedAt: number }[] = [];
  const deadline = performance.now() + OPEN_WITHIN_MS;
  for await (const batch of log) {
    for (const { event } of batch) {
      if (event?.type === 'request.accepted') jobs.push({ data: event.data, receivedAt: performance.now() });
    }
    if (jobs.length >= count) break;
    if (performance.now() > deadline) throw new Error(`${jobs.length} of ${count} requests were accepted in time`);
  }
  return jobs;
}
