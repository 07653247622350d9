import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { page } from './page.ts';
import type { Half } from './photograph.ts';
import { ratingSchema, readRatings, writeRatings } from './ratings.ts';
import { folderOf, readOutcomes } from './render.ts';

const givenSchema = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('not JSON');
      return z.NEVER;
    }
  })
  .pipe(z.object({ id: z.string(), rating: ratingSchema }));

/** Which run to rate. `seed` decides the order in which the pictures are shown; `beside` an earlier run to compare with. */
export type Rating = { run: string; half: Half; seed: string; beside: string | undefined };

/**
 * Serves the page of a run on the loopback interface, and keeps what is chosen in `ratings/<run>-<half>.json`.
 *
 * @returns the address of the page
 */
export async function serveRatings({ run, half, seed, beside }: Rating): Promise<string> {
  const place = (id: string) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  const outcomes = (await readOutcomes(run, half)).toSorted((a, b) => (place(a.id) < place(b.id) ? -1 : 1));
  if (outcomes.length === 0) throw new Error(`the run ${run} has no pictures of the half ${half}: render it first`);
  const ratings = await readRatings(run, half);
  const ids = new Set(outcomes.map(({ id }) => id));
  const earlier = beside && {
    name: beside,
    outcomes: await readOutcomes(beside, half),
    ratings: await readRatings(beside, half),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (request.method === 'POST' && path === '/ratings') {
      const given = givenSchema.safeParse(Buffer.concat(await request.toArray()).toString());
      if (!given.success || !ids.has(given.data.id)) return void response.writeHead(400).end();
      ratings[given.data.id] = given.data.rating;
      await writeRatings(run, half, ratings);
      return void response.writeHead(204).end();
    }
    if (path === '/') {
      const html = page(run, outcomes, ratings, earlier || undefined, (of, file) => `/${of}/${file}`);
      return void response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
    }
    const [, of, file] = /^\/([\w-]+)\/([\w-]+(?:\.\w+)?\.jpg)$/.exec(path) ?? [];
    if (!of || !file) return void response.writeHead(404).end();
    const jpeg = await readFile(new URL(file, folderOf(of, half))).catch(() => undefined);
    if (!jpeg) return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(jpeg);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}/`;
}
