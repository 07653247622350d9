import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type StopSignals, stopOrphan } from '@styling/local-servers';

/** What identifies the process of a service later. */
export type StartedService = { readonly pid: number; readonly command: string; readonly args: readonly string[] };

/** A service stops by itself when its parent ends; these are for one that does not. */
const STOP_SIGNALS: StopSignals = [
  ['SIGTERM', 10_000],
  ['SIGKILL', 5_000],
];

/** Records which services run, for `stopOrphanedServices` of a later run in case this one is killed. */
export async function recordServices(file: string, services: readonly StartedService[]): Promise<void> {
  const entries = services.map(({ pid, command, args }) => ({ pid, command, args }));
  await writeFile(file, `${JSON.stringify(entries)}\n`);
}

/**
 * Stops the services that a killed run recorded in `file` and that still run, and removes the file.
 * @throws Error when one survives even SIGKILL
 */
export async function stopOrphanedServices(file: string): Promise<void> {
  let recorded: readonly StartedService[] = [];
  try {
    recorded = JSON.parse(await readFile(file, 'utf8'));
  } catch {
    // Missing, or half written when the run was killed.
  }
  await Promise.all(
    recorded.map(({ pid, command, args }) => stopOrphan(pid, [basename(command), ...args].join(' '), STOP_SIGNALS)),
  );
  await rm(file, { force: true });
}
