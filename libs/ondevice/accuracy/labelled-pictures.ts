import { readFileSync } from 'node:fs';
import { photographs } from '../gallery/strangers/catalogue.ts';
import type { Photograph } from '../gallery/strangers/photograph.ts';
import { clothColours } from '../garment/colour-names.ts';
import type { LabelledItem } from './judge-items.ts';

/** A photograph of a stranger and the items it shows, as labelled by eye, without the engine's answers at hand. */
export type LabelledPicture = {
  photograph: Photograph;
  items: readonly LabelledItem[];
  /** Accepted depths of the skin; empty where the light tells too little. */
  skin: readonly string[];
};

const skinDepths = ['very light', 'light', 'intermediate', 'tan', 'brown', 'dark'];
const categories = ['top', 'outerwear', 'dress', 'bottom', 'shoes'];

const [, ...lines] = readFileSync(new URL('worn-items.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

/**
 * The labels of `worn-items.tsv`: "categories: colours" an item, several names where people would disagree. A photograph of which
 * too little is seen to say, or of several people alike, has no line.
 *
 * @throws Error on a name that is not one of a photograph, category or colour
 */
export const labelledPictures: readonly LabelledPicture[] = lines.map((line) => {
  const [name = '', listed = '', skin = ''] = line.split('\t');
  const photograph = photographs.get(name);
  if (!photograph) throw new Error(`worn-items.tsv: no photograph ${name}`);
  const items = listed === 'nothing' ? [] : listed.split(' ; ').map((item) => itemOf(item, name));
  const depths = skin.split('/').filter(Boolean);
  if (!depths.every((one) => skinDepths.includes(one))) throw new Error(`worn-items.tsv: ${name} has skin ${skin}`);
  return { photograph, items, skin: depths };
});

function itemOf(text: string, name: string): LabelledItem {
  const [first = '', second = ''] = text.split(': ');
  const item = { categories: first.split('/'), colours: second.split('/') };
  if (!item.categories.every((one) => categories.includes(one)) || !item.colours.every((one) => one in clothColours))
    throw new Error(`worn-items.tsv: ${name} has ${text}`);
  return item;
}
