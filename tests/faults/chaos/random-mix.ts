import { setTimeout as sleep } from 'node:timers/promises';
import { capabilities } from '@styling/contracts';
import { succeeded } from '../checks/steps.ts';
import { type Checks, LOAD_USERS, type Scene } from '../stage.ts';
import type { LinkName } from '../system/replica.ts';
import { type Fault, faultInWords, planFaults } from './plan.ts';

/** Services whose model calls carry a mark, by which the account counts them: a fault may cost one. */
const WORKERS: readonly string[] = capabilities.filter((name) => name !== 'analysis');
/** Slots of requests that lost their gateway and worker are released by the sweep. */
const SERVED_WITHIN_MS = 45_000;

/**
 * A check that injects the faults that the seed determines, then ends them all: every user must be served again.
 * @param report called with one line for each fault
 */
export const randomMix = (minutes: number, seed: number, report: (line: string) => void): Checks => ({
  [`mix: ${minutes} min of random faults, seed ${seed}`]: async (scene) => {
    const { system, random, gateway } = scene;
    const clients = await scene.newClients(LOAD_USERS);
    const targets = system.replicas.map(({ name }) => name);
    const faults = planFaults(random, targets, minutes * 60_000);
    const started = performance.now();
    const under: Promise<void>[] = [];
    for (const fault of faults) {
      await sleep(Math.max(0, fault.at - (performance.now() - started)));
      report(`      ${faultInWords(fault)}`);
      under.push(inflict(fault, scene));
    }
    await Promise.all(under);
    await system.mend();
    await Promise.all(clients.map((client) => succeeded(() => client.tryOn(gateway), SERVED_WITHIN_MS)));
    const kinds = [...Map.groupBy(faults, ({ kind }) => kind)].map(([kind, same]) => `${same.length} ${kind}`);
    return `${faults.length} faults (${kinds.join(', ')}), then all users were served`;
  },
});

/** Injects one fault and ends it. Resolves when its target has been started again. */
async function inflict(fault: Fault, scene: Scene): Promise<void> {
  const { system, planted } = scene;
  if (fault.kind === 'kill server') return killServer(scene, fault.target, fault.lastsMs);
  const replica = system.replicas.find(({ name }) => name === fault.target);
  if (!replica) throw new Error(`no replica ${fault.target}`);
  if (WORKERS.includes(replica.service)) planted.workerFaults++;
  switch (fault.kind) {
    case 'kill':
      await replica.kill();
      await sleep(fault.lastsMs);
      return replica.launch();
    case 'restart':
      await replica.terminate();
      return replica.launch();
    case 'pause':
      replica.pause();
      await sleep(fault.lastsMs);
      return replica.resume();
    case 'clock':
      await replica.shiftClock(fault.ms);
      await sleep(fault.lastsMs);
      return replica.shiftClock(0);
    default:
      if (fault.kind === 'slow') replica.setLink(fault.link, 'open', fault.ms);
      else replica.setLink(fault.link, fault.kind);
      await sleep(fault.lastsMs);
      replica.setLink(fault.link, 'open');
  }
}

/** Kills a server of all services and starts it again after `lastsMs`. */
export async function killServer({ parts, planted }: Scene, target: LinkName, lastsMs: number): Promise<void> {
  // Affects every worker that has just asked for a picture.
  if (target === 'store') planted.workerFaults += 4;
  await parts[target].kill();
  await sleep(lastsMs);
  await parts[target].start();
}
