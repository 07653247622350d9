import { readFileSync } from 'node:fs';

/** What processes use: resident memory in bytes, processor time since their start in seconds. */
export type Usage = { resident: number; processorSeconds: number };

/** Linux' `USER_HZ` and page size, which are the same on all of its machines that Node runs on by default. */
const ticks = 100;
const page = 4096;

/**
 * What this process and those that it started use now (proc(5)): the engine works in one of the latter.
 *
 * @throws Error where there is no /proc
 */
export function processUsage(): Usage {
  const own = String(process.pid);
  const usages = [own, ...read(`${own}/task/${own}/children`).split(' ').filter(Boolean)].map(usageOf);
  return {
    resident: usages.reduce((sum, { resident }) => sum + resident, 0),
    processorSeconds: usages.reduce((sum, { processorSeconds }) => sum + processorSeconds, 0),
  };
}

function usageOf(pid: string): Usage {
  // What follows the program's name in parentheses begins with the third field.
  const fields = read(`${pid}/stat`).split(') ').at(-1)!.split(' ');
  const [user, system, pages] = [11, 12, 21].map((field) => Number(fields[field])) as [number, number, number];
  return { resident: pages * page, processorSeconds: (user + system) / ticks };
}

const read = (name: string): string => readFileSync(`/proc/${name}`, 'utf8').trim();
