import type { AnalysedItem } from '../analysis/describe-item.ts';
import { clothColours } from '../garment/colour-names.ts';

/** An item that a picture shows, by eye: the categories and the names of its colour that people would accept. */
export type LabelledItem = { categories: readonly string[]; colours: readonly string[] };

const CATEGORIES = ['top', 'outerwear', 'dress', 'bottom', 'shoes'];

/** Reads an item written as `categories: colours`, with several names where people would disagree. @throws Error on unknown ones */
export function readLabel(text: string): LabelledItem {
  const [categories = '', colours = ''] = text.split(': ');
  const item = { categories: categories.split('/'), colours: colours.split('/') };
  if (!item.categories.every((one) => CATEGORIES.includes(one)) || !item.colours.every((one) => one in clothColours))
    throw new Error(`unknown category or colour in ${text}`);
  return item;
}

/** How an analysis did: the labelled items it found and missed, and what it named that is not there. */
export type ItemVerdict = { found: LabelledItem[]; missed: LabelledItem[]; invented: AnalysedItem[] };

/** Compares an analysis with the labels: an item is found if category and colour are right, each answer counting once. */
export function judgeItems(labelled: readonly LabelledItem[], items: readonly AnalysedItem[]): ItemVerdict {
  const invented = [...items];
  const [found, missed]: [LabelledItem[], LabelledItem[]] = [[], []];
  // What fits least answers chooses first.
  const pickiest = labelled.toSorted((a, b) => a.categories.length - b.categories.length);
  for (const label of pickiest) {
    const at = invented.findIndex(
      ({ category, color }) => label.categories.includes(category) && label.colours.includes(color),
    );
    if (at >= 0) invented.splice(at, 1);
    (at >= 0 ? found : missed).push(label);
  }
  return { found, missed, invented };
}
