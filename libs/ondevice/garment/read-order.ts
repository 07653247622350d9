import { ServiceError } from '@styling/service/errors.ts';
import type { Approximation } from './approximation.ts';
import { isKnown } from './english-words.ts';
import { affirmed } from './negations.ts';
import { saysTie } from './ties.ts';
import { toEnglish } from './to-english.ts';
import { understandDescription } from './understand-description.ts';
import type { WantedGarment } from './wanted-garment.ts';
import { type NotDressed, notDrawn, notDressed } from './words/not-dressed.ts';

/** Refused wherever they are asked for: the person would be shown undressed. */
const neverDressed: readonly NotDressed[] = ['swimwear', 'underwear'];

/** What a description orders, and what had to be left out of it. */
export type ReadOrder = { wanted: WantedGarment[]; approximations: Approximation[] };

/**
 * Reads a description. Errors say which part is not understood by its number, and what is not dressed by its category: they
 * travel in events, which hold none of the description's words.
 *
 * @param options.reference whether a picture shows what the description leaves open
 * @param options.field request field of the description, named in errors
 * @throws ServiceError `no_garment_understood` if it names nothing to wear, `garment_not_understood` if one of its parts is a
 * garment of an unknown name, `garment_not_dressed` for swimwear and underwear, and for shoes, hats and accessories alone
 */
export function readOrder(
  description: string,
  { reference, field = 'clothing_description' }: { reference: boolean; field?: string | undefined },
): ReadOrder {
  const wanted = understandDescription(description);
  const { said } = affirmed(toEnglish(description).text);
  const named = notDressed.filter(([words]) => words.test(said)).map(([, category]) => category);
  const refused = named.find((category) => neverDressed.includes(category));
  if (refused) throw new ServiceError('garment_not_dressed', { field, category: refused });
  if (!reference) {
    const parts = said.split(/,|;|\+|&|\band\b|\bover\b/).filter((part) => /\p{L}/u.test(part));
    const unknown = parts.findIndex((part, k) => isUnknownGarment(part, k === 0));
    if (unknown >= 0)
      throw new ServiceError('garment_not_understood', { field, part: unknown + 1, parts: parts.length });
    const colourOnly = wanted.every(({ name }) => name === 'top') && !/\btops?\b/.test(said);
    if (colourOnly && named[0]) throw new ServiceError('garment_not_dressed', { field, category: named[0] });
    if (wanted.length === 0) throw new ServiceError('no_garment_understood', { field });
  }
  const tieLeft = saysTie(said) && !wanted.some(({ tie }) => tie);
  const approximations: Approximation[] = [];
  if (named.length > 0 || tieLeft) approximations.push('accessories_left_out');
  if (wanted.some(({ hides }) => hides)) approximations.push('garment_left_out');
  if (notDrawn.test(said) || wanted.some(({ mixed }) => mixed)) approximations.push('details_left_out');
  return { wanted, approximations };
}

/** A part such as "a red flurb": described as a garment is, with an unknown word where the garment's name belongs. */
function isUnknownGarment(part: string, first: boolean): boolean {
  const words = part.match(/\p{L}+/gu) ?? [];
  const article = /^\s*(?:an?|the|my|some)\b/.test(part);
  const last = words.at(-1) ?? '';
  const understood = understandDescription(part);
  const named = understood.some(({ name }) => name !== 'top') || /\btops?\b/.test(part);
  return !named && understood.length > 0 && (first || article) && !isKnown(last);
}
