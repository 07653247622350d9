import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Effort, type Measure, openBench } from './bench.ts';
import { loadOfMinute, type Machine, thisMachine } from './machine.ts';
import { measures } from './measures/all.ts';
import type { Row } from './row.ts';
import { table } from './table.ts';

/** The content of `results.json`. */
export type Results = {
  readonly at: string;
  readonly machine: Machine;
  /** Load averages of the minute before the run and of its last. */
  readonly load: { readonly before: number; readonly after: number };
  readonly effort: Effort;
  readonly seconds: number;
  readonly rows: readonly (Row & { readonly measure: string })[];
};

const RESULTS_FILE = join(import.meta.dirname, 'results.json');

/**
 * Runs the measures, one after the other, prints each one's table as it is done, and writes the results.
 * @param options.only names of measures; results of such a partial run are written to `options.out` only
 * @returns the exit code: 0 when everything could be measured, whether or not goals are met
 */
export async function runBench(
  effort: Effort,
  options: { base: Readonly<Record<string, string>>; only?: readonly string[]; out?: string },
): Promise<number> {
  const chosen = choose(options.only, effort.full);
  const before = loadOfMinute();
  const begin = performance.now();
  await using undo = new AsyncDisposableStack();
  const run = await openBench(effort, options.base, undo);
  const rows: (Row & { measure: string })[] = [];
  for (const measure of chosen) {
    const started = performance.now();
    const made = await run(measure);
    rows.push(...made.map((row) => ({ measure: measure.name, ...row })));
    console.log(`\n${measure.name} (${((performance.now() - started) / 1000).toFixed(0)} s)\n${table(made)}`);
  }
  const seconds = Math.round((performance.now() - begin) / 1000);
  const load = { before, after: loadOfMinute() };
  const results: Results = { at: new Date().toISOString(), machine: thisMachine(), load, effort, seconds, rows };
  const out = options.out ?? (options.only ? undefined : RESULTS_FILE);
  if (out) await writeFile(out, `${JSON.stringify(results, undefined, 2)}\n`);
  const goals = rows.filter(({ met }) => met !== undefined);
  console.log(`\n${goals.filter(({ met }) => met).length} of ${goals.length} goals met, in ${seconds} s;`);
  console.log(
    `load average ${load.before.toFixed(1)} before, ${load.after.toFixed(1)} after, ${results.machine.cores} cores`,
  );
  return 0;
}

function choose(only: readonly string[] | undefined, full: boolean): readonly Measure[] {
  const names = measures.map(({ name }) => name);
  const unknown = only?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`unknown measure ${unknown.join(', ')}; known are ${names.join(', ')}`);
  return measures.filter(({ name, onlyInFull }) => only?.includes(name) ?? (full || !onlyInFull));
}
