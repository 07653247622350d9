import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const OUTSIDERS = ['load', 'noise'];

/** Its service, the module that it hosts, or its program. */
function nameOf(commandLine: string): string {
  if (/nats-server/.test(commandLine)) return 'NATS';
  if (/postgres/.test(commandLine)) return 'Postgres';
  if (/instant-tryon/.test(commandLine)) return 'tryon';
  const [, service] = /services\/(\w+)\/main\.ts/.exec(commandLine) ?? [];
  const [, module] = /(?:rig|floors|local-servers)\/([\w-]+)\.ts$/.exec(commandLine) ?? [];
  return service ?? module?.replaceAll('-', ' ') ?? basename(commandLine.split(' ')[0] ?? '');
}

/** CPU ms of this process's descendants by name (Linux: in steps of 10), without outsiders; empty without /proc. */
export function processorTime(): Map<string, number> {
  const times = new Map<string, number>();
  for (const { pid, commandLine } of processTree(process.pid)) {
    const stat = readProc(pid, 'stat');
    const name = nameOf(commandLine);
    if (pid === process.pid || stat === '' || OUTSIDERS.includes(name)) continue;
    times.set(name, (times.get(name) ?? 0) + millisecondsOf(stat));
  }
  return times;
}

/** proc(5), fields 14 to 17: with the time of ended children. Field 2 may itself hold spaces and brackets. */
function millisecondsOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, hundredths) => sum + Number(hundredths) * 10, 0);
}

/** Bytes of a process tree; shared pages count once on Linux (PSS), elsewhere once per process (RSS). */
export function memoryOfTree(root: number): number {
  const sizes = processTree(root).map(({ pid, rss }) => {
    const [, proportional] = /^Pss:\s+(\d+) kB$/m.exec(readProc(pid, 'smaps_rollup')) ?? [];
    return Number(proportional ?? rss) * 1024;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** `rss` in KiB. */
function processTree(root: number) {
  const lines = execFileSync('ps', ['-axwwo', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' });
  const all = [...lines.matchAll(/^ *(\d+) +(\d+) +(\d+) +(.*?) *$/gm)].map(
    ([, pid, parent, rss, commandLine = '']) => {
      return { pid: Number(pid), parent: Number(parent), rss: Number(rss), commandLine };
    },
  );
  const found = all.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

/** Empty when the process has ended or there is no /proc. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
