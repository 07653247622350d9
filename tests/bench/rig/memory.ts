import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** A process and its parent. */
export type Ancestry = { readonly pid: number; readonly parent: number; readonly rss: number };

/**
 * Memory of a process and its descendants, in bytes. Shared pages are counted once on Linux (proportional set size),
 * elsewhere once for each process (resident set size).
 */
export async function memoryOfTree(root: number): Promise<number> {
  const sizes = await Promise.all(processTree(root).map(async ({ pid, rss }) => (await proportional(pid)) ?? rss));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** `root` and its descendants. */
export const processTree = (root: number): Ancestry[] =>
  below(root, parsePs(execFileSync('ps', ['-axo', 'pid=,ppid=,rss='], { encoding: 'utf8' })));

/** Reads `ps -o pid=,ppid=,rss=`; its sizes are in KiB, ours in bytes. */
export const parsePs = (output: string): Ancestry[] =>
  output
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parent = 0, rss = 0]) => ({ pid, parent, rss: rss * 1024 }));

/** Those of `processes` that are `root` or its descendants. */
export function below(root: number, processes: readonly Ancestry[]): Ancestry[] {
  const found = processes.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...processes.filter(({ parent }) => parent === pid));
  return found;
}

async function proportional(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(text) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}
