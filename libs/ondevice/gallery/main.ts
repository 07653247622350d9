import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openEngine } from '../engine.ts';
import { median } from '../pixels/statistics.ts';
import { orders, photographsOf } from './catalogue.ts';
import { contactSheet } from './contact-sheet.ts';
import { fetchPhotographs } from './fetch.ts';
import { page } from './page.ts';
import { type Outcome, render } from './render.ts';

// npm run gallery: renders orders.tsv to .local/gallery/index.html. --only TEXT (repeatable) renders the orders whose id, words or
// scene contain it. --contact-sheet renders all orders on photographs of this repository, the only ones that its documents may show,
// into docs/example/contact-sheet.jpg.

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, 'contact-sheet': { type: 'boolean' } },
});
const repository = new URL('../../../', import.meta.url);
const folder = new URL('.local/gallery/', repository);

const chosen = orders.filter(
  ({ id, photograph, description, scene }) =>
    (!values['contact-sheet'] || photograph.package === '') &&
    (values.only?.some((text) => `${id} ${description} ${scene}`.includes(text)) ?? true),
);
if (chosen.length === 0) throw new Error('no order of orders.tsv contains this text');
await mkdir(folder, { recursive: true });
await fetchPhotographs(chosen.flatMap(photographsOf));

const outcomes: Outcome[] = [];
const engine = await openEngine();
try {
  for (const order of chosen) {
    const outcome = await render(engine, order, folder);
    outcomes.push(outcome);
    const result = outcome.refusal ? `REFUSED ${outcome.refusal.code}` : outcome.approximations.join(', ');
    console.log(outcome.id.padEnd(22), `${(outcome.milliseconds / 1000).toFixed(2)} s `, result);
  }
} finally {
  await engine.close();
}

const summary = summaryOf(outcomes);
console.log(summary);
await writeFile(new URL('outcomes.json', folder), `${JSON.stringify(outcomes, null, 1)}\n`);
await write(new URL('index.html', folder), page(outcomes, summary));
if (values['contact-sheet'])
  await write(new URL('docs/example/contact-sheet.jpg', repository), await contactSheet(outcomes, folder));

function summaryOf(all: readonly Outcome[]): string {
  const seconds = all.filter(({ refusal }) => !refusal).map(({ milliseconds }) => milliseconds / 1000);
  const times =
    seconds.length > 0 ? `, median ${median(seconds).toFixed(2)} s, longest ${Math.max(...seconds).toFixed(2)} s` : '';
  return `${seconds.length} pictures${times}; ${all.length - seconds.length} refused`;
}

async function write(file: URL, content: string | Buffer): Promise<void> {
  await writeFile(file, content);
  console.log(fileURLToPath(file));
}
