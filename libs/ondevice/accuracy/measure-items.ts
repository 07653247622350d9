import { ServiceError } from '@styling/service/errors.ts';
import { openEngine } from '../engine.ts';
import { fetchPhotographs, loadPhotograph } from '../gallery/strangers/fetch.ts';
import { judgeItems } from './judge-items.ts';
import { labelledPictures } from './labelled-pictures.ts';

// npm run item-accuracy -- [tune | rate | portraits | held-out] [words of names] [--skin]: how often the analysis gets category and colour
// of what strangers wear right, and with --skin the depth of their skin.

const words = process.argv.slice(2);
const skinToo = words.includes('--skin');
const [of, ...only] = words.filter((word) => word !== '--skin');
const pictures = labelledPictures.filter(
  ({ photograph, set }) =>
    (!of || set === of) && (only.length === 0 || only.some((word) => photograph.name.includes(word))),
);
if (pictures.length === 0) throw new Error('no such pictures; the first word is tune, rate, portraits or held-out');
await fetchPhotographs(
  pictures.map(({ photograph }) => photograph),
  console.log,
);
const engine = await openEngine({ threads: 1 });
let [found, all, invented, skins, skinsRight] = [0, 0, 0, 0, 0];
const unlessRefused =
  <Answer>(instead: Answer) =>
  (error: unknown): Answer => {
    if (error instanceof ServiceError && error.status < 500) return instead;
    throw error;
  };
for (const { photograph, items, skin } of pictures) {
  const image = await loadPhotograph(photograph);
  const { items: got } = await engine.analyse(image).catch(unlessRefused({ items: [] }));
  const verdict = judgeItems(items, got);
  found += verdict.found.length;
  all += items.length;
  invented += verdict.invented.length;
  const answers = got.map(({ item, category, color }) => `${color} ${item} (${category})`).join(', ') || 'nothing';
  const wrong = verdict.missed.map(({ categories, colours }) => `${categories.join('/')}: ${colours.join('/')}`);
  console.log(`${wrong.length + verdict.invented.length === 0 ? 'right' : 'WRONG'}  ${photograph.name}: ${answers}`);
  for (const line of wrong) console.log(`         missed ${line}`);
  if (!skinToo || skin.length === 0) continue;
  const person = await engine.readPerson(image).catch(unlessRefused(undefined));
  // Who cannot be styled gets no wrong answer.
  if (!person?.skin) continue;
  skins++;
  if (skin.includes(person.skin.depth)) skinsRight++;
  else console.log(`         skin ${person.skin.depth}, not ${skin.join('/')}`);
}
await engine.close();
console.log(
  `\n${found} of ${all} items right (${((100 * found) / all).toFixed(1)} %), ${invented} answers beside them`,
);
if (skinToo) console.log(`${skinsRight} of ${skins} depths of skin right`);
