import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chart } from '../chart.ts';
import type { Results } from '../run-bench.ts';

// Draws `bench/results.json` as `docs/performance.svg`.
const results = JSON.parse(await readFile(join(import.meta.dirname, '..', 'results.json'), 'utf8')) as Results;
const { machine, load } = results;
const caption = {
  machine: `${machine.cores} cores (${machine.cpu}), Node ${machine.node}`,
  at: results.at.slice(0, 10),
  load: `load average ${load.before.toFixed(1)} before, ${load.after.toFixed(1)} after`,
};
const file = join(import.meta.dirname, '..', '..', 'docs', 'performance.svg');
await writeFile(file, chart(results.rows, caption));
