import { writeFile } from 'node:fs/promises';
import { openEngine } from '../../engine.ts';
import { distributionOf } from './distribution.ts';
import { page } from './page.ts';
import type { Half } from './photograph.ts';
import { serveRatings } from './rate.ts';
import { readRatings } from './ratings.ts';
import { refusalsOf } from './refusals.ts';
import { folderOf, readOutcomes, render } from './render.ts';
import { writeSheets } from './sheet.ts';
import { timesOf } from './times.ts';

/** The options of `npm run gallery -- --strangers`; without `half` both halves. */
export type StrangersOptions = {
  half?: string | undefined;
  only?: string[] | undefined;
  run?: string | undefined;
  sheet?: boolean | undefined;
  rate?: boolean | undefined;
  seed?: string | undefined;
  beside?: string | undefined;
};

/**
 * Renders strangers' photographs, or only their contact sheets (`sheet`), or serves the page to rate a run (`rate`).
 *
 * @throws Error if there is nothing to show
 */
export async function strangers(options: StrangersOptions): Promise<void> {
  const { run = 'now', seed = '1', beside } = options;
  if (options.half !== undefined && options.half !== 'tune' && options.half !== 'rate')
    throw new Error('--half is tune or rate');
  const halves: readonly Half[] = options.half ? [options.half] : ['tune', 'rate'];
  if (options.rate) {
    console.log(`rate at ${await serveRatings({ run, half: halves.at(-1)!, seed, beside })}; Ctrl-C ends`);
    return;
  }
  if (!options.sheet) await renderAll(run, halves, options.only ?? []);
  let shown = 0;
  for (const half of halves) {
    const outcomes = await readOutcomes(run, half);
    if (outcomes.length === 0) continue;
    shown += outcomes.length;
    console.log(`${half}: ${outcomes.length} orders`);
    const ratings = await readRatings(run, half);
    for (const line of [...refusalsOf(outcomes), ...timesOf(outcomes), ...distributionOf(outcomes, ratings)])
      console.log(line);
    const index = new URL('index.html', folderOf(run, half));
    await writeFile(
      index,
      page(run, outcomes, {}, undefined, (_, file) => file),
    );
    console.log([index.pathname, ...(await writeSheets(run, half, outcomes))].join('\n'));
  }
  if (shown === 0) throw new Error(`the run ${run} has no pictures of ${halves.join(' or ')}: render it first`);
}

async function renderAll(run: string, halves: readonly Half[], only: readonly string[]): Promise<void> {
  const engine = await openEngine();
  try {
    for (const half of halves) await render(engine, run, half, only);
  } finally {
    await engine.close();
  }
}
