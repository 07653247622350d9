import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Half } from './photograph.ts';

/** A rating: 1 broken to 5 believable, in halves. */
export const ratingSchema = z.number().min(1).max(5).multipleOf(0.5);
const ratingsSchema = z.record(z.string(), ratingSchema);

/** Ratings by order. */
export type Ratings = Record<string, number>;

/** In the repository, so that a later engine can be compared with an earlier one. */
const folder = new URL('ratings/', import.meta.url);
const fileOf = (run: string, half: Half) => new URL(`${run}-${half}.json`, folder);

/** The ratings that were given to a run; empty if there are none. */
export async function readRatings(run: string, half: Half): Promise<Ratings> {
  return readFile(fileOf(run, half), 'utf8').then(
    (text) => ratingsSchema.parse(JSON.parse(text)),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return {};
    },
  );
}

/** Keeps the ratings of a run in `ratings/<run>-<half>.json`. */
export async function writeRatings(run: string, half: Half, ratings: Ratings): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(fileOf(run, half), `${JSON.stringify(ratings, null, 2)}\n`);
}
