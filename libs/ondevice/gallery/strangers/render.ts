import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { sharp } from '@styling/imaging';
import { ServiceError } from '@styling/service/errors.ts';
import type { Engine } from '../../engine.ts';
import { type Order, orders, photographs, requestOf } from './catalogue.ts';
import { fetchPhotographs } from './fetch.ts';
import type { Half } from './photograph.ts';

/** What came of an order. `code`: of the refusal, instead of a picture. */
export type Outcome = {
  id: string;
  photograph: string;
  kind: string;
  description: string;
  scene: string;
  milliseconds: number;
  approximations: readonly string[];
  code?: string;
};

/** The folder of a run's pictures of one half. */
export const folderOf = (run: string, half: Half): URL =>
  new URL(`../../../../.local/gallery/strangers/${run}/${half}/`, import.meta.url);

/** The outcomes of a run that was rendered, in the catalogue's order; empty if there is none. */
export async function readOutcomes(run: string, half: Half): Promise<Outcome[]> {
  return readFile(new URL('outcomes.json', folderOf(run, half)), 'utf8').then(
    (text) => JSON.parse(text) as Outcome[],
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return [];
    },
  );
}

/** Pictures after which the engine is warm: two at a time, as each of its threads has to be. */
const warmUp = 24;

/** Renders one half (only the orders with one of the words in their id or description), beside what the run already has. */
export async function render(engine: Engine, run: string, half: Half, only: readonly string[]): Promise<Outcome[]> {
  await fetchPhotographs(photographs.values(), console.log);
  const all = orders.filter(({ photograph }) => photograph.half === half);
  const has = (word: string) => (order: Order) => `${order.id} ${order.description} ${order.scene}`.includes(word);
  const chosen = only.length === 0 ? all : all.filter((order) => only.some((word) => has(word)(order)));
  const folder = folderOf(run, half);
  await mkdir(folder, { recursive: true });
  // Loops are optimised from their third call on: only then times are those of a warm engine. Errors show below, where the orders are rendered again.
  const warming = chosen.slice(0, warmUp);
  for (let k = 0; k < warming.length; k += 2)
    await Promise.all(
      warming.slice(k, k + 2).map(async (order) => engine.tryOn(await requestOf(order)).catch(() => {})),
    );
  const outcomes = new Map((await readOutcomes(run, half)).map((outcome) => [outcome.id, outcome]));
  for (const [k, order] of chosen.entries()) {
    const outcome = await renderOne(engine, order, folder);
    outcomes.set(order.id, outcome);
    await writeFile(
      new URL('outcomes.json', folder),
      JSON.stringify(
        all.flatMap(({ id }) => outcomes.get(id) ?? []),
        null,
        1,
      ),
    );
    console.log(
      `${half} ${k + 1}/${chosen.length}`.padEnd(12),
      order.id.padEnd(24),
      `${(outcome.milliseconds / 1000).toFixed(1)} s `,
      outcome.code ? `REFUSED ${outcome.code}` : outcome.approximations.join(', '),
    );
  }
  return all.flatMap(({ id }) => outcomes.get(id) ?? []);
}

const small = (bytes: Uint8Array) =>
  sharp(bytes).rotate().resize({ width: 1024, height: 1024, fit: 'inside', withoutEnlargement: true }).jpeg();

async function renderOne(engine: Engine, order: Order, folder: URL): Promise<Outcome> {
  const { id, photograph, description, scene } = order;
  const request = await requestOf(order);
  await small(request.selfie).toFile(new URL(`${photograph.name}.before.jpg`, folder).pathname);
  if (request.reference) await small(request.reference).toFile(new URL(`${id}.reference.jpg`, folder).pathname);
  const start = performance.now();
  const made = await engine.tryOn(request).catch((error: unknown) => {
    if (error instanceof ServiceError) return error.code;
    throw new Error(`${id} failed`, { cause: error });
  });
  const base = { id, photograph: photograph.name, kind: photograph.kind, description, scene };
  const milliseconds = Math.round(performance.now() - start);
  if (typeof made === 'string') return { ...base, milliseconds, approximations: [], code: made };
  await writeFile(new URL(`${id}.jpg`, folder), made.image);
  return { ...base, milliseconds, approximations: made.approximations };
}
