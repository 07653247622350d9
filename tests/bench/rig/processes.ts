import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Processes outside the system. */
const OUTSIDERS = ['load', 'noise'];

/** The name of the process with this command line: its service, its module of the bench, or its program. */
function nameOf(commandLine: string): string {
  if (/nats-server/.test(commandLine)) return 'NATS';
  if (/postgres/.test(commandLine)) return 'Postgres';
  const [, service] = /services\/(\w+)\/main\.ts/.exec(commandLine) ?? [];
  if (/instant-tryon/.test(commandLine)) return 'tryon';
  const [, module] = /(?:rig|floors)\/([\w-]+)\.ts$/.exec(commandLine) ?? [];
  return service ?? module?.replaceAll('-', ' ') ?? basename(commandLine.split(' ')[0] ?? '');
}

/**
 * Processor time of the descendants of this process since their start, in ms by name, user and system together. Linux counts
 * it in hundredths of a second. Excludes outsiders and this process, which does the measuring.
 * @returns an empty map without /proc (`ps -o cputimes` has only whole seconds)
 */
export function processorTime(): Map<string, number> {
  const times = new Map<string, number>();
  for (const { pid } of processTree(process.pid)) {
    const stat = readProc(pid, 'stat');
    const name = nameOf(readProc(pid, 'cmdline').replaceAll('\0', ' ').trim());
    if (pid === process.pid || stat === '' || OUTSIDERS.includes(name)) continue;
    times.set(name, (times.get(name) ?? 0) + millisecondsOf(stat));
  }
  return times;
}

/**
 * Fields 14 to 17 of /proc/<pid>/stat, proc(5): its own time, and that of its children that have ended, such as a closed
 * connection of Postgres. The second field, the program's name, may itself hold spaces and brackets.
 */
function millisecondsOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, hundredths) => sum + Number(hundredths) * 10, 0);
}

/**
 * Memory of a process and its descendants, in bytes. Shared pages are counted once on Linux (proportional set size),
 * elsewhere once for each process (resident set size).
 */
export function memoryOfTree(root: number): number {
  const sizes = processTree(root).map(({ pid, rss }) => {
    const [, proportional] = /^Pss:\s+(\d+) kB$/m.exec(readProc(pid, 'smaps_rollup')) ?? [];
    return Number(proportional ?? rss) * 1024;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** `root` and its descendants; `rss` in KiB. */
function processTree(root: number): { pid: number; rss: number }[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,rss='], { encoding: 'utf8' }).trim().split('\n');
  const all = lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parent = 0, rss = 0]) => ({ pid, parent, rss }));
  const found = all.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

/** A file of a process; empty when the process has ended or the system has no such files. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
