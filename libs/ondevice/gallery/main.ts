import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sharp } from '@styling/imaging';
import { ServiceError } from '@styling/service/errors.ts';
import { openEngine } from '../engine.ts';
import { median } from '../pixels/statistics.ts';
import { type Order, orders, photographsOf, requestOf } from './orders.ts';
import { contactSheet, filesOf, type Outcome, page } from './outcomes.ts';
import { fetchPhotographs, repository } from './photographs.ts';

// npm run gallery: renders orders.tsv to .local/gallery/index.html. --only TEXT (repeatable) renders the orders whose id, words or
// scene contain it. --contact-sheet renders all orders on photographs of this repository, the only ones that its documents may show,
// into docs/example/contact-sheet.jpg.

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, 'contact-sheet': { type: 'boolean' } },
});
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
    const outcome = await render(order);
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

/**
 * Makes the picture of an order and writes it, its selfie and its reference into the gallery's folder.
 *
 * @throws Error if the engine fails for another reason than a refusal
 */
async function render(order: Order): Promise<Outcome> {
  const { id, description, scene } = order;
  const request = await requestOf(order);
  const files = filesOf(id);
  await writeFile(new URL(files.selfie, folder), await shrunk(request.selfie));
  if (request.reference) await writeFile(new URL(files.reference, folder), await shrunk(request.reference));
  const start = performance.now();
  const made = await engine.tryOn(request).catch((error: unknown) => {
    if (error instanceof ServiceError && error.status < 500) return error;
    throw new Error(`${id} failed`, { cause: error });
  });
  const base = { id, description, scene, milliseconds: Math.round(performance.now() - start) };
  if (made instanceof ServiceError)
    return { ...base, approximations: [], refusal: { code: made.code, message: made.message } };
  await writeFile(new URL(files.picture, folder), made.image);
  return { ...base, approximations: made.approximations };
}

function shrunk(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes)
    .rotate()
    .resize({ width: 1024, height: 1024, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 90 })
    .toBuffer();
}

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
