import { setTimeout as sleep } from 'node:timers/promises';
import { capabilities } from '@styling/contracts';
import { succeeded } from '../checks/steps.ts';
import type { Client } from '../client.ts';
import { seededRandom } from '../random.ts';
import { type Checks, type Run, runChecks, type Scene } from '../stage.ts';
import { withLog } from '../system/parts.ts';
import { LINKS } from '../system/replica.ts';

/** So short that an outage longer than all of them takes seconds. */
const TIMES = { duplicateWindowMs: 2_000, requestTimeoutMs: 5_000, sweepGraceMs: 1_000 };
const MARGIN_MS = 3_000;
const OUTAGE_MS = TIMES.duplicateWindowMs + TIMES.requestTimeoutMs + TIMES.sweepGraceMs + MARGIN_MS;

const IN_FLIGHT = 6;
/** Brokers and clients back off for seconds, and the sweep releases lost slots. */
const SERVED_WITHIN_MS = 60_000;
const PAIRS = 2;

const PARTS = [...LINKS, 'gateways', 'workers'] as const;
type Part = (typeof PARTS)[number];

/** Short times, on a log of its own with a short deduplication window. */
export const runLongOutageStage = (run: Run): Promise<void> =>
  runChecks(run, longOutageChecks(run.seed + 3), async (undo) => ({
    name: 'long',
    parts: await withLog(run.parts, 'nats-long', {}, undo),
    replicas: { gateway: 2, tryon: 2 },
    duplicateWindowMs: TIMES.duplicateWindowMs,
    variables: {
      REQUEST_TIMEOUT_SECONDS: String(TIMES.requestTimeoutMs / 1000),
      SWEEP_GRACE_SECONDS: String(TIMES.sweepGraceMs / 1000),
    },
  }));

/** Outages longer than deduplication window, deadline and sweep together: only the log can judge. */
function longOutageChecks(seed: number): Checks {
  const random = seededRandom(seed);
  const pairs = PARTS.flatMap((one, index) => PARTS.slice(index + 1).map((other) => [one, other] as const));
  const chosen = Array.from({ length: PAIRS }, () => pairs.splice(random.between(0, pairs.length - 1), 1)[0] ?? []);
  let clients: Promise<Client[]> | undefined;
  const checks: Record<string, (scene: Scene) => Promise<string>> = {};
  for (const parts of [...PARTS.map((part) => [part]), ...chosen]) {
    const id = parts.length > 1 ? 'long-pairs' : `long-${parts[0]}`;
    const expectation = `${parts.join(' and ')} down for ${OUTAGE_MS / 1000} s with ${IN_FLIGHT} requests in flight`;
    checks[`${id}: ${expectation}`] = async (scene) => {
      clients ??= scene.newClients(IN_FLIGHT);
      return outlast({ ...scene, random }, await clients, parts);
    };
  }
  return checks;
}

async function outlast(scene: Scene, clients: readonly Client[], parts: readonly Part[]): Promise<string> {
  const { system, planted, times, random, gateway, other } = scene;
  const requests = clients.map((client, index) => {
    const mark = times.mark({ takesMs: random.between(200, 4_000) });
    const key = index % 2 ? { mark, isKeyed: true } : {};
    const first = client.tryOn(index % 3 ? gateway : other, { mark, ...key });
    return { mark, first, again: () => client.tryOn(gateway, key) };
  });
  await sleep(random.between(200, 2_000));
  // A worker that is killed, or loses its store, may have just asked for its picture.
  if (parts.some((part) => part === 'workers' || part === 'store')) planted.workerFaults += 2 * IN_FLIGHT;
  await Promise.all(parts.map((part) => end(scene, part)));
  await sleep(OUTAGE_MS);
  await Promise.all(LINKS.filter((link) => parts.includes(link)).map((link) => scene.parts[link].start()));
  await system.mend();
  const answers = await Promise.all(requests.map(({ first }) => first));
  // A model that takes most of the deadline would let a slow machine never serve the same request.
  for (const { mark } of requests) times.change(mark, { takesMs: 200 });
  await Promise.all(requests.map(({ again }) => succeeded(again, SERVED_WITHIN_MS)));
  const counts = Map.groupBy(answers, ({ status }) => status || 'broken');
  return `${[...counts].map(([status, same]) => `${same.length} x ${status}`).join(', ')}, then all were served`;
}

async function end({ parts, system }: Scene, part: Part): Promise<void> {
  if (part !== 'gateways' && part !== 'workers') return parts[part].kill();
  const replicas = part === 'gateways' ? system.gateways : capabilities.flatMap((name) => system.of(name));
  await Promise.all(replicas.map((replica) => replica.kill()));
}
