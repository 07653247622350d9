import { setTimeout as sleep } from 'node:timers/promises';
import { capabilities } from '@styling/contracts';
import type { Planted } from '../accounting/evidence.ts';
import type { Parts } from '../system/parts.ts';
import type { LinkName } from '../system/replica.ts';
import type { System } from '../system/system.ts';
import type { Fault } from './plan.ts';

/** Services whose model calls carry a mark, by which the account counts them: a fault may cost one. */
const WORKERS: readonly string[] = capabilities.filter((name) => name !== 'analysis');

/** Injects one fault into `system` and ends it. Resolves when its target has been started again. */
export async function inflict(fault: Fault, parts: Parts, system: System, planted: Planted): Promise<void> {
  if (fault.kind === 'kill server') return killServer(fault.target, fault.lastsMs, parts, planted);
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
      replica.setLink(fault.link, fault.kind === 'slow' ? { is: 'slow', ms: fault.ms } : { is: fault.kind });
      await sleep(fault.lastsMs);
      replica.setLink(fault.link, { is: 'open' });
  }
}

/** Kills a server of all services and starts it again after `lastsMs`. */
export async function killServer(target: LinkName, lastsMs: number, parts: Parts, planted: Planted): Promise<void> {
  // Affects every worker that has just asked for a picture.
  if (target === 'store') planted.workerFaults += 4;
  await parts[target].kill();
  await sleep(lastsMs);
  await parts[target].start();
}
