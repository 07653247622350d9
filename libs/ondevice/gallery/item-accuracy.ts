import { ServiceError } from '@styling/service/errors.ts';
import { openEngine } from '../engine.ts';
import { judgeItems, readLabel } from './labels.ts';
import { fetchPhotographs, loadPhotograph, readTable } from './photographs.ts';

// npm run item-accuracy: how often the analysis names category and colour of the clothes in 50 portraits correctly, which were labelled
// by eye without its answers at hand. Nothing is tuned on them. Fails if fewer are right than before the engine was reduced.

const LEAST_FOUND = 50;

const pictures = readTable('held-out.tsv');
await fetchPhotographs(pictures.map(({ photograph }) => photograph));
const engine = await openEngine();
let [found, labelled, invented] = [0, 0, 0];
try {
  for (const { photograph, texts } of pictures) {
    const answers = await itemsOf(await loadPhotograph(photograph));
    const verdict = judgeItems(texts.map(readLabel), answers);
    found += verdict.found.length;
    labelled += texts.length;
    invented += verdict.invented.length;
    const correct = verdict.missed.length + verdict.invented.length === 0;
    const named = answers.map(({ item, category, color }) => `${color} ${item} (${category})`).join(', ');
    console.log(`${correct ? 'right' : 'WRONG'}  ${photograph.name}: ${named || 'nothing'}`);
    for (const { categories, colours } of verdict.missed)
      console.log(`         missed ${categories.join('/')}: ${colours.join('/')}`);
  }
} finally {
  await engine.close();
}
const share = ((100 * found) / labelled).toFixed(1);
console.log(
  `\n${found} of ${labelled} items right (${share} %), ${invented} further answers; at least ${LEAST_FOUND} wanted`,
);
if (found < LEAST_FOUND) process.exitCode = 1;

/** Analyses a photograph; a refused one has no items. */
async function itemsOf(image: Uint8Array) {
  try {
    return (await engine.analyse(image)).items;
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return [];
    throw error;
  }
}
