import { ServiceError } from '@styling/service/errors.ts';
import type { Approximation } from '../garment/approximation.ts';
import type { WantedGarment } from '../garment/garments.ts';
import things from './data/things.json' with { type: 'json' };
import { patternIn } from './describe-garment.ts';
import type { Token } from './read-words.ts';
import { split } from './sides.ts';
import { type Understood, understand } from './understand-description.ts';

/** Refused wherever they are asked for: the person would be shown undressed. */
const neverDressed = ['swimwear', 'underwear'];
const categoryOf: Readonly<Record<string, string>> = things;

/** What a description orders, and what had to be left out of it. */
export type ReadOrder = { wanted: WantedGarment[]; approximations: Approximation[] };

/** What stands beside a description: a picture that shows what the words leave open, or the kind of garment that they describe. */
export type Beside = { reference: boolean; category?: boolean; field?: string | undefined };

/**
 * Reads a description. Errors say which part is not understood by its number, and what is not dressed by its category: they
 * travel in events, which hold none of the description's words.
 *
 * @param beside.field request field of the description, named in errors
 * @throws ServiceError `no_garment_understood` if it names nothing to wear, `garment_not_understood` if one of its parts is a
 * garment of an unknown name, `garment_not_dressed` for swimwear and underwear, and for shoes, hats and accessories alone
 */
export function readOrder(
  description: string,
  { reference, category, field = 'clothing_description' }: Beside,
): ReadOrder {
  const understood = understand(description);
  const { said, wanted } = understood;
  const categories = said.flatMap(({ thing }) =>
    thing && thing !== 'tie' ? [categoryOf[thing] ?? 'accessories'] : [],
  );
  const refused = categories.find((one) => neverDressed.includes(one));
  if (refused) throw new ServiceError('garment_not_dressed', { field, category: refused });
  if (!reference && !category) {
    const parts = partsOf(understood);
    const unknown = parts.findIndex((part, k) => isUnknownGarment(part, k === 0, understood.nounFirst));
    if (unknown >= 0)
      throw new ServiceError('garment_not_understood', { field, part: unknown + 1, parts: parts.length });
    const isNamed = said.some(({ garment }) => garment) || wanted.some(({ name }) => name !== 'top');
    if (!isNamed && categories[0]) throw new ServiceError('garment_not_dressed', { field, category: categories[0] });
    if (wanted.length === 0) throw new ServiceError('no_garment_understood', { field });
  }
  const isTieLeft = said.some(({ thing }) => thing === 'tie') && !wanted.some(({ tie }) => tie);
  const approximations: Approximation[] = [];
  if (categories.length > 0 || isTieLeft) approximations.push('accessories_left_out');
  if (wanted.some(({ hides }) => hides)) approximations.push('garment_left_out');
  if (hasDetails(understood, reference)) approximations.push('details_left_out');
  return { wanted, approximations };
}

/** Whether something is said of the cloth that is not drawn; of a reference, unknown words may name what it shows. */
const hasDetails = ({ said, wanted }: Understood, reference: boolean): boolean =>
  wanted.some(({ mixed }) => mixed) ||
  said.some(({ detail }) => detail && (detail !== 'print' || !patternIn(said))) ||
  (!reference && said.some(({ unknown }) => unknown));

const partsOf = ({ said }: Understood): Token[][] =>
  split(said, ({ stop, join }) => (stop !== undefined && stop !== ':') || join === 'and' || join === 'over');

/** A part such as "a red flurb": described as a garment is, with an unknown word where the garment's name belongs. */
function isUnknownGarment(part: readonly Token[], first: boolean, nounFirst: boolean): boolean {
  if (part.some(({ garment }) => garment) || !(first || part[0]?.article)) return false;
  const isDescribed = part.some(({ colour, pattern, material }) => colour ?? pattern ?? material);
  const words = part.filter(({ filler, join, article }) => !(filler ?? join ?? article));
  return isDescribed && Boolean((nounFirst ? words[0] : words.at(-1))?.unknown);
}
