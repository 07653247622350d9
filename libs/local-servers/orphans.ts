import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type StopSignals, waitUntil } from './start-process.ts';

/** A process's command line (from `/proc`, else `ps`), joined by spaces; undefined for none and for a zombie. */
export async function commandLineOf(pid: number, platform: string = process.platform): Promise<string | undefined> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (platform === 'linux') {
    const bytes = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return bytes.replaceAll('\0', ' ').trim() || undefined;
  }
  const columns = ['-ww', '-o', 'stat=', '-o', 'command=', '-p', String(pid)];
  const { stdout } = await promisify(execFile)('ps', columns).catch(() => ({ stdout: '' }));
  const [, state = '', command = ''] = /^\s*(\S+)\s+(.*)$/s.exec(stdout) ?? [];
  return state.startsWith('Z') ? undefined : command.trim() || undefined;
}

/** Whether a command line is that of `identity`: program and first arguments, e.g. `postgres -D /data/cluster`. */
export function isServer(commandLine: string, identity: string): boolean {
  const at = commandLine.indexOf(identity);
  const [before = '/', after = ' '] = [commandLine[at - 1], commandLine[at + identity.length]];
  return at !== -1 && before === '/' && after === ' ';
}

/**
 * Stops a server that a killed run left.
 * @param signals tried in turn, each with its time in ms
 * @returns whether the pid was reused: it is another program's, see {@link isServer}
 * @throws Error when the orphan survives all signals
 */
export async function stopOrphan(pid: number, identity: string, signals: StopSignals): Promise<boolean> {
  const commandLine = await commandLineOf(pid);
  if (commandLine === undefined || !isServer(commandLine, identity)) return commandLine !== undefined;
  const isGone = async () => !isServer((await commandLineOf(pid)) ?? '', identity);
  for (const [signal, timeoutMs] of signals) {
    try {
      if (!(await isGone())) process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    if (await waitUntil(isGone, { timeoutMs })) return false;
  }
  throw new Error(`${identity} (pid ${pid}), left by an earlier run, did not stop`);
}
