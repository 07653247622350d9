import type { Photograph } from '../gallery/fetch.ts';
import { clothColours } from '../garment/colour-names.ts';
import type { LabelledItem } from './judge-items.ts';

/** A photograph and the items it shows, labelled by eye without the engine's answers at hand. */
export type LabelledPicture = { photograph: Photograph; items: readonly LabelledItem[] };

const CATEGORIES = ['top', 'outerwear', 'dress', 'bottom', 'shoes'];

/**
 * Reads a table with the columns name, package, file, sha256 and items; an item reads `categories: colours`, with several names
 * where people would disagree.
 *
 * @throws Error on an unknown category or colour
 */
export const readLabels = (table: string): LabelledPicture[] =>
  table
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [name = '', packageName = '', file = '', sha256 = '', items = ''] = line.split('\t');
      const photograph = { name, package: packageName, file, sha256 };
      return { photograph, items: items.split(' ; ').map((item) => readItem(item, name)) };
    });

function readItem(text: string, name: string): LabelledItem {
  const [categories = '', colours = ''] = text.split(': ');
  const item = { categories: categories.split('/'), colours: colours.split('/') };
  if (!item.categories.every((one) => CATEGORIES.includes(one)) || !item.colours.every((one) => one in clothColours))
    throw new Error(`${name} has ${text}`);
  return item;
}
