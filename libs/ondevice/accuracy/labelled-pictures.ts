import { readFileSync } from 'node:fs';
import { photographs } from '../gallery/strangers/catalogue.ts';
import type { Half, Photograph } from '../gallery/strangers/photograph.ts';
import { clothColours } from '../garment/colour-names.ts';
import type { LabelledItem } from './judge-items.ts';

/** A photograph of a stranger and the items it shows, as labelled by eye, without the engine's answers at hand. */
export type LabelledPicture = {
  photograph: Photograph;
  set: Half | 'portraits' | 'held-out';
  items: readonly LabelledItem[];
  /** Accepted depths of the skin; empty where the light tells too little. */
  skin: readonly string[];
};

const skinDepths = ['very light', 'light', 'intermediate', 'tan', 'brown', 'dark'];
const categories = ['top', 'outerwear', 'dress', 'bottom', 'shoes'];

const linesOf = (file: string): string[][] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

/** The strangers of the gallery, in their halves. */
const strangers = linesOf('worn-items.tsv').map(([name = '', items = '', skin = '']): LabelledPicture => {
  const photograph = photographs.get(name);
  if (!photograph) throw new Error(`worn-items.tsv: no photograph ${name}`);
  return labelled(photograph, photograph.half, items, skin);
});

/** Portraits of which no pictures are made. */
const portraitsOf = (file: string, set: LabelledPicture['set']): LabelledPicture[] =>
  linesOf(file).map(([name = '', sha256 = '', path = '', items = '', skin = '']) =>
    labelled(
      { name, kind: 'portrait', half: 'tune', sha256, package: '@tabler/preview@1.2.0', file: path },
      set,
      items,
      skin,
    ),
  );

/**
 * The labels of all three files: "categories: colours" an item, several names where people would disagree. A photograph of which
 * too little is seen to say, or of several people alike, has no line. The analysis is tuned on the half `tune` and on `portraits`; `held-out`
 * only decides whether a rule is kept.
 *
 * @throws Error on a name that is not one of a photograph, category or colour
 */
export const labelledPictures: readonly LabelledPicture[] = [
  ...strangers,
  ...portraitsOf('worn-in-portraits.tsv', 'portraits'),
  ...portraitsOf('worn-held-out.tsv', 'held-out'),
];

function labelled(photograph: Photograph, set: LabelledPicture['set'], listed: string, skin: string): LabelledPicture {
  const items = listed === 'nothing' ? [] : listed.split(' ; ').map((item) => itemOf(item, photograph.name));
  const depths = skin.split('/').filter(Boolean);
  if (!depths.every((one) => skinDepths.includes(one))) throw new Error(`${photograph.name} has skin ${skin}`);
  return { photograph, set, items, skin: depths };
}

function itemOf(text: string, name: string): LabelledItem {
  const [first = '', second = ''] = text.split(': ');
  const item = { categories: first.split('/'), colours: second.split('/') };
  if (!item.categories.every((one) => categories.includes(one)) || !item.colours.every((one) => one in clothColours))
    throw new Error(`${name} has ${text}`);
  return item;
}
