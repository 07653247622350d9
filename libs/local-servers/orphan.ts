import { basename } from 'node:path';
import { commandLineOf } from './command-line.ts';
import { waitUntil } from './wait-until.ts';

/** What distinguishes our own server process from another one with the same pid. */
export type Identity = {
  /** name of the program, e.g. `postgres` */
  readonly program: string;
  /** its first arguments, which only a server on our data folder has, e.g. `-D /data/cluster` */
  readonly argument: string;
};

/** Whether a command line is that of the server `identity` describes. */
export function isServer(commandLine: string, { program, argument }: Identity): boolean {
  const at = commandLine.indexOf(` ${argument}`);
  if (at === -1) return false;
  const after = commandLine[at + 1 + argument.length];
  return basename(commandLine.slice(0, at)) === program && (after === undefined || after === ' ');
}

/**
 * Stops a server that an earlier, killed run left behind. A process whose command line is not that of `identity` is
 * never signalled: pids are reused.
 * @param signals tried in turn, each with the time it is given to work
 * @returns `none` (no such process), `foreign` (the pid belongs to another program) or `stopped`
 * @throws Error when the orphan survives all signals
 */
export async function stopOrphan(
  pid: number,
  identity: Identity,
  signals: readonly (readonly [NodeJS.Signals, number])[],
): Promise<'none' | 'foreign' | 'stopped'> {
  const commandLine = await commandLineOf(pid);
  if (commandLine === undefined) return 'none';
  if (!isServer(commandLine, identity)) return 'foreign';
  const isGone = async () => !isServer((await commandLineOf(pid)) ?? '', identity);
  for (const [signal, timeoutMs] of signals) {
    if (!(await isGone())) signalIfAlive(pid, signal);
    if (await waitUntil(isGone, { timeoutMs })) return 'stopped';
  }
  throw new Error(`${identity.program} (pid ${pid}), left by an earlier run, did not stop`);
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
