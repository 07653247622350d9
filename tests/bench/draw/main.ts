import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chart } from '../chart.ts';
import type { Results } from '../run-bench.ts';
import { markdownTable } from '../table.ts';

// `npm run bench:draw`: writes `bench/results.json` as docs/performance.svg and as the table of bench/README.md.
const BEGIN = '<!-- results: npm run bench:draw -->';
const END = '<!-- end of results -->';
const bench = join(import.meta.dirname, '..');

const results = JSON.parse(await readFile(join(bench, 'results.json'), 'utf8')) as Results;
const { machine, load, rows } = results;
const caption = {
  machine: `${machine.cores} cores, ${machine.memoryGiB} GiB, Node ${machine.node}`,
  at: results.at.slice(0, 10),
  load: `load average ${load.before.toFixed(1)} before, ${load.after.toFixed(1)} after`,
};
await writeFile(join(bench, '..', '..', 'docs', 'performance.svg'), chart(rows, caption));

const readme = join(bench, 'README.md');
const text = await readFile(readme, 'utf8');
const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)];
if (before === -1 || after < before) throw new Error(`${readme} has no place for the results`);
const origin = `${Object.values(caption).join('; ')}; commit ${machine.commit}; ${results.seconds} s.`;
const place = `${BEGIN}\n\n${origin}\n\n${markdownTable(rows)}\n\n`;
await writeFile(readme, text.slice(0, before) + place + text.slice(after));
