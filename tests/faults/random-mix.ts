import { setTimeout as sleep } from 'node:timers/promises';
import { capabilities, type ServiceName, serviceOf } from '@styling/contracts';
import { succeeded } from './checks/steps.ts';
import type { Random } from './random.ts';
import { type Checks, LOAD_USERS, type Scene } from './stage.ts';
import type { LinkState } from './system/link.ts';
import { LINKS, type LinkName, type Replica } from './system/replica.ts';

/** Their model calls carry a mark, by which the account counts them: a fault may cost one. */
const WORKERS: readonly string[] = capabilities.filter((name) => name !== 'analysis');
/** Lost slots are released by the sweep. */
const SERVED_WITHIN_MS = 45_000;
const RECOVERY_MS = 1_500;
const FREQUENCIES = { kill: 2, pause: 2, restart: 1, clock: 1, slow: 2, cut: 2, held: 1, full: 1, 'kill server': 1 };
type Kind = keyof typeof FREQUENCIES;
const KINDS = Object.entries(FREQUENCIES).flatMap(([kind, times]) => Array(times).fill(kind) as Kind[]);

type Fault = readonly [begin: (replica: Replica) => unknown, end: (replica: Replica) => unknown];
export const KILL: Fault = [(replica) => replica.kill(), (replica) => replica.launch()];
export const PAUSE: Fault = [(replica) => replica.pause(), (replica) => replica.resume()];
export const jump = (ms: number): Fault => [(replica) => replica.shiftClock(ms), (replica) => replica.shiftClock(0)];

/** `at` ms after the mix began, of the replica `target` or, for `kill server`, the server. */
type Planned = ReturnType<typeof oneFault>;

/** Injects the faults that the seed determines, then ends them: every user must be served again. */
export const randomMix = (minutes: number, seed: number): Checks => ({
  [`mix: ${minutes} min of random faults, seed ${seed}`]: async (scene) => {
    const { system, random, gateway } = scene;
    const clients = await scene.newClients(LOAD_USERS);
    const targets = system.replicas.map(({ name }) => name);
    const faults = planFaults(random, targets, minutes * 60_000);
    const started = performance.now();
    const under: Promise<void>[] = [];
    for (const fault of faults) {
      await sleep(Math.max(0, fault.at - (performance.now() - started)));
      console.log(`      ${(fault.at / 1000).toFixed(1)} s: ${fault.words} for ${(fault.lastsMs / 1000).toFixed(1)} s`);
      under.push(inflict(fault, scene));
    }
    await Promise.all(under);
    await system.mend();
    await Promise.all(clients.map((client) => succeeded(() => client.tryOn(gateway), SERVED_WITHIN_MS)));
    const kinds = [...Map.groupBy(faults, ({ kind }) => kind)].map(([kind, same]) => `${same.length} ${kind}`);
    return `${faults.length} faults (${kinds.join(', ')}), then all users were served`;
  },
});

/** The faults of a mix, determined by `random` alone; never two of one target overlap. */
export function planFaults(random: Random, targets: readonly string[], totalMs: number): Planned[] {
  const faults: Planned[] = [];
  const busyUntil = new Map<string, number>();
  for (let at = 500; ; at += random.between(300, 1_800)) {
    const fault = oneFault(random, targets, at);
    if (at + fault.lastsMs > totalMs) return faults;
    if ((busyUntil.get(fault.target) ?? 0) > at) continue;
    busyUntil.set(fault.target, at + fault.lastsMs + RECOVERY_MS);
    faults.push(fault);
  }
}

function oneFault(random: Random, targets: readonly string[], at: number) {
  const kind = random.choose(KINDS);
  const lastsMs = random.between(300, kind === 'kill server' ? 2_500 : 4_000);
  const server = random.choose(LINKS);
  const target = kind === 'kill server' ? server : random.choose(targets);
  const jumpMs = random.between(-20_000, 20_000);
  const delayMs = random.between(20, 400);
  const { schema, objectStore } = serviceOf((kind === 'kill server' ? 'gateway' : target.split('-')[0]) as ServiceName);
  const uses = { nats: true, postgres: schema, store: objectStore };
  const link = kind === 'full' && objectStore ? 'store' : random.choose(LINKS.filter((name) => uses[name]));
  const onLink = (state: LinkState, ms = 0): Fault => [
    (replica) => replica.setLink(link, state, ms),
    (replica) => replica.setLink(link, 'open'),
  ];
  const faults: Record<Exclude<Kind, 'kill server'>, Fault> = {
    kill: KILL,
    restart: [(replica) => replica.terminate(), (replica) => replica.launch()],
    pause: PAUSE,
    clock: jump(jumpMs),
    slow: onLink('open', delayMs),
    cut: onLink('cut'),
    held: onLink('held'),
    full: onLink(link === 'store' ? 'full' : 'cut'),
  };
  const details = { clock: ` by ${jumpMs} ms`, slow: ` ${link} by ${delayMs} ms`, cut: ` ${link}`, held: ` ${link}` };
  const words = `${kind} ${target}${details[kind as keyof typeof details] ?? ''}`;
  return { at, lastsMs, kind, target, words, server, fault: kind === 'kill server' ? undefined : faults[kind] };
}

/** Resolves when its target has been started again. */
async function inflict({ fault, server, target, lastsMs }: Planned, scene: Scene): Promise<void> {
  if (!fault) return killServer(scene, server, lastsMs);
  const replica = scene.system.replicas.find(({ name }) => name === target);
  if (!replica) throw new Error(`no replica ${target}`);
  if (WORKERS.includes(replica.service)) scene.planted.workerFaults++;
  const [begin, end] = fault;
  await begin(replica);
  await sleep(lastsMs);
  await end(replica);
}

/** Kills a server of all services and starts it again after `lastsMs`. */
export async function killServer({ parts, planted }: Scene, target: LinkName, lastsMs: number): Promise<void> {
  // Affects every worker that has just asked for a picture.
  if (target === 'store') planted.workerFaults += 4;
  await parts[target].kill();
  await sleep(lastsMs);
  await parts[target].start();
}
