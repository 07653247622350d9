import { setTimeout as sleep } from 'node:timers/promises';
import type { Scene } from '../checks/check.ts';
import { succeeded } from '../checks/expect.ts';
import type { Client } from '../load/client.ts';
import { inflict } from './inflict.ts';
import { faultInWords, planFaults } from './plan.ts';

/**
 * Injects the faults that `random` determines for `totalMs`, then ends them all: every user must be served again.
 * @param report called with one line for each fault
 * @returns the number of faults, by kind
 */
export async function runMix(
  { parts, stage, random, gateway }: Scene,
  clients: readonly Client[],
  totalMs: number,
  report: (line: string) => void,
): Promise<string> {
  const targets = stage.system.replicas.map(({ name }) => name);
  const faults = planFaults(random, targets, totalMs);
  const started = performance.now();
  const under: Promise<void>[] = [];
  for (const fault of faults) {
    await sleep(Math.max(0, fault.at - (performance.now() - started)));
    report(`      ${faultInWords(fault)}`);
    under.push(inflict(fault, parts, stage.system, stage.planted));
  }
  await Promise.all(under);
  await stage.system.mend();
  await Promise.all(clients.map((client) => succeeded(() => client.tryOn(gateway), SERVED_WITHIN_MS)));
  const kinds = [...Map.groupBy(faults, ({ kind }) => kind)].map(([kind, same]) => `${same.length} ${kind}`);
  return `${faults.length} faults (${kinds.join(', ')}), then all users were served`;
}

/** Slots of requests that lost their gateway and worker are released by the sweep. */
const SERVED_WITHIN_MS = 45_000;
