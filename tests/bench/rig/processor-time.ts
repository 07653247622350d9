import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { processTree } from './memory.ts';

/** Names of the processes of a rig, by their command lines; the first match counts. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/nats-server/, 'NATS'],
  [/postgres/, 'Postgres'],
  [/rig\/object-store/, 'object store'],
  [/load\/closed-loop/, 'load'],
  [/rig\/otlp-sink/, 'collector'],
  [/instant-tryon/, 'tryon'],
];

/** Processes outside the system: clients and the collector. */
const OUTSIDERS: readonly string[] = ['load', 'collector'];

/** The name of the process with this command line: its program, or a service's folder. */
export function nameOf(commandLine: string): string {
  const known = NAMES.find(([pattern]) => pattern.test(commandLine));
  const [, service] = /services\/(\w+)\/main\.ts/.exec(commandLine) ?? [];
  return known?.[1] ?? service ?? basename(commandLine.split(' ')[0] ?? '');
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
    const name = nameOf(readProc(pid, 'cmdline').replaceAll('\0', ' '));
    if (pid === process.pid || stat === '' || OUTSIDERS.includes(name)) continue;
    times.set(name, (times.get(name) ?? 0) + millisecondsOf(stat));
  }
  return times;
}

/**
 * Fields 14 to 17 of /proc/<pid>/stat, proc(5): its own time, and that of its children that have ended, such as a closed
 * connection of Postgres. The second field, the program's name, may itself hold spaces and brackets.
 */
export function millisecondsOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, hundredths) => sum + Number(hundredths) * 10, 0);
}

/** A file of a process; empty when the process has ended or the system has no such files. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
