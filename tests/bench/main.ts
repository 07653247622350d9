import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Bench, openBench } from './bench.ts';
import { growth } from './measures/growth.ts';
import { noisyNeighbour } from './measures/noisy-neighbour.ts';
import { projection } from './measures/projection.ts';
import { readCost, reads } from './measures/reads.ts';
import { selfies } from './measures/selfies.ts';
import { startUp } from './measures/start-up.ts';
import { tryOn, tryOnCost } from './measures/try-on.ts';
import { waiting } from './measures/waiting.ts';
import { type Row, table } from './rows.ts';

const USE = 'npm run bench -- [--only <measure>,…] [--full] [--long] [--rounds <n>] [--seconds <n>] [--out <file>]';
const MEASURES: Readonly<Record<string, (bench: Bench) => Promise<Row[]>>> = {
  'try-on': tryOn,
  cost: tryOnCost,
  selfies,
  waiting,
  reads,
  'read-cost': readCost,
  projection,
  'noisy-neighbour': noisyNeighbour,
  growth,
  start: startUp,
};
const ONLY_IN_FULL = ['cost', 'waiting', 'read-cost', 'noisy-neighbour'];

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    full: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string', default: '0.7' },
    out: { type: 'string' },
  },
});
const full = values.full || values.long;
const rounds = Number(values.rounds ?? (full ? 3 : 2));
const effort = { rounds, seconds: Number(values.seconds), full, long: values.long };
const only = values.only?.split(',');
const chosen = Object.entries(MEASURES).filter(
  ([name]) => only?.includes(name) ?? (full || !ONLY_IN_FULL.includes(name)),
);
if (only && chosen.length < only.length) {
  throw new Error(`unknown measure in ${values.only}; known are ${Object.keys(MEASURES).join(', ')}; use: ${USE}`);
}

// Exiting ends every child.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await runBench();

async function runBench(): Promise<void> {
  const { PATH = '', HOME = '', NODE_OPTIONS } = process.env;
  const before = loadavg()[0] ?? 0;
  const begin = performance.now();
  await using undo = new AsyncDisposableStack();
  const contextOf = await openBench(effort, { PATH, HOME, ...(NODE_OPTIONS && { NODE_OPTIONS }) }, undo);
  const rows: (Row & { measure: string })[] = [];
  for (const [name, measure] of chosen) {
    const started = performance.now();
    await using own = new AsyncDisposableStack();
    const made = await measure(contextOf(own));
    rows.push(...made.map((row) => ({ measure: name, ...row })));
    console.log(`\n${name} (${((performance.now() - started) / 1000).toFixed(0)} s)\n\n${table(made)}`);
  }
  const seconds = Math.round((performance.now() - begin) / 1000);
  const load = { before, after: loadavg()[0] ?? 0 };
  const machine = {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    os: `${platform()} ${release()}`,
    node: process.version,
    commit: String(spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout).trim(),
  };
  const results = { at: new Date().toISOString(), machine, load, effort, seconds, rows };
  const out = values.out ?? (only ? undefined : join(import.meta.dirname, 'results.json'));
  if (out) await writeFile(out, `${JSON.stringify(results, undefined, 2)}\n`);
  const goals = rows.filter(({ met }) => met !== undefined);
  console.log(`\n${goals.filter(({ met }) => met).length} of ${goals.length} goals met, in ${seconds} s;`);
  console.log(
    `${machine.cores} cores, ${machine.memoryGiB} GiB, Node ${machine.node}; load average ${before.toFixed(1)} before, ${load.after.toFixed(1)} after; commit ${machine.commit}`,
  );
}
