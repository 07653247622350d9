import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ServiceError } from '@styling/service/errors.ts';
import { openEngine } from '../engine.ts';
import { bench } from './bench.ts';
import { cases } from './cases.ts';
import { writeContactSheet } from './contact-sheet.ts';
import { page } from './page.ts';
import { type Shown, show } from './show.ts';
import { strangers } from './strangers/strangers.ts';

// `npm run gallery`: renders all cases and writes one page with pictures and measurements; with --contact-sheet the
// picture of the documentation; with --bench only times; with --strangers see there.
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    strangers: { type: 'boolean' },
    'contact-sheet': { type: 'boolean' },
    bench: { type: 'boolean' },
    half: { type: 'string' },
    run: { type: 'string' },
    sheet: { type: 'boolean' },
    rate: { type: 'boolean' },
    seed: { type: 'string' },
    beside: { type: 'string' },
  },
});
if (values.strangers) await strangers(values);
else if (values['contact-sheet']) await drawContactSheet();
else if (values.bench) console.log(await bench());
else await drawCases(values.only);

async function drawContactSheet(): Promise<void> {
  const engine = await openEngine({ threads: 1 });
  try {
    console.log(await writeContactSheet(engine));
  } finally {
    await engine.close();
  }
}

async function drawCases(only: readonly string[] | undefined): Promise<void> {
  const chosen = cases.filter(({ name }) => only?.some((word) => name.includes(word)) ?? true);
  if (chosen.length === 0) {
    console.error(`unknown case; available:\n  ${cases.map(({ name }) => name).join('\n  ')}`);
    process.exit(1);
  }

  const folder = new URL('../../../.local/gallery/', import.meta.url);
  await mkdir(folder, { recursive: true });
  const engine = await openEngine({ threads: 1 });
  try {
    const all: Shown[] = [];
    for (const one of chosen) {
      const shown = await show(engine, one).catch((error: unknown) => {
        if (error instanceof ServiceError) return error.code;
        throw error;
      });
      if (typeof shown === 'string') {
        console.log(one.name.padEnd(60), `refused: ${shown}`);
        continue;
      }
      all.push(shown);
      await writeFile(new URL(`${one.name.replaceAll(/[^a-z]+/g, '-')}.jpg`, folder), shown.after);
      const { face, garment, border } = shown;
      console.log(
        one.name.padEnd(60),
        `${(shown.milliseconds / 1000).toFixed(2)} s`,
        ` face ${face.toFixed(1)}`,
        garment === undefined ? '' : ` garment ${garment.toFixed(1)}`,
        border === undefined ? '' : ` border ${border.toFixed(0)}`,
        ` ${shown.approximations.join('; ')}`,
      );
    }
    const times = await bench();
    console.log(times);
    await writeFile(new URL('index.html', folder), page(all, times));
    console.log(`see ${new URL('index.html', folder).pathname}`);
  } finally {
    await engine.close();
  }
}
