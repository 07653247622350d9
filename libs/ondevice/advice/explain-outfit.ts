import type { Appearance } from '../analysis/appearance.ts';
import { type ColourName, clothColours } from '../garment/colour-names.ts';
import { oklab } from '../pixels/colour.ts';
import { isLoud } from './colouring.ts';
import { namePiece, type Outfit, withArticle } from './compose-outfit.ts';
import { bottoms, isMeant } from './garment-groups.ts';
import occasions from './occasions.json' with { type: 'json' };
import type { Occasion } from './read-occasion.ts';
import type { Wishes } from './read-wishes.ts';

/** One sentence that describes the outfit, and one on why it suits the occasion and the person's colouring. */
export function explainOutfit(outfit: Outfit, appearance: Appearance, occasion: Occasion, wishes: Wishes): string {
  const { template } = outfit;
  const where = `${occasions[occasion.kind]}${weatherOf(occasion)}`;
  const fits = template.fits[occasion.kind] ?? 0;
  const purpose = fits > 0 ? `, which suits ${where}` : `; it is your own taste more than what is usual for ${where}`;
  return `${capitalised(sentenceOf(outfit))}. ${template.virtue}${purpose}, and ${colourReason(outfit, appearance, wishes)}.`;
}

const weatherOf = ({ kind, weather }: Occasion): string => {
  if (weather === 'cold') return ' in the cold';
  return weather === 'hot' && kind !== 'beach' ? ' in the heat' : '';
};

function sentenceOf({ pieces, extras }: Outfit): string {
  const names = pieces.map((piece) => withArticle(namePiece(piece)));
  const [first, second, third] = names;
  const below = isMeant(pieces.at(-1)?.noun ?? '', bottoms);
  const clothes = third
    ? `${first} over ${second} with ${third}`
    : second
      ? `${first} ${below ? 'with' : 'over'} ${second}`
      : `${first}`;
  return extras.length > 0 ? `${clothes}, finished with ${extras.map(withArticle).join(' and ')}` : clothes;
}

/** The reason for the colours: a wish, else the matching undertone, contrast or hair. */
function colourReason({ pieces }: Outfit, { skin, hair, contrast }: Appearance, { wanted }: Wishes): string {
  const colours = pieces.map(({ colour }) => colour).filter((colour): boolean => colour !== 'denim');
  const asked = wanted.colours.find((colour) => colours.includes(colour));
  // Under a jacket, the shirt is next to the face.
  const nearFace = (pieces.length > 2 ? pieces[1]?.colour : undefined) ?? colours[0] ?? 'navy';
  const undertone = skin?.undertone;
  const telling = [nearFace, ...colours].find((colour) => undertone && leaning(colour) === undertone);
  const [dark, light] = extremes(colours);
  const called = (colour: ColourName) => (colour === asked ? `the ${colour} you asked for` : `the ${colour}`);
  const about = (mentioned: readonly ColourName[], reason: string) =>
    asked && !mentioned.includes(asked) ? `it has the ${asked} you asked for, while ${reason}` : reason;
  const near = called(nearFace);
  if (contrast === 'high' && lightness(light) - lightness(dark) > 0.4)
    return about([light, dark], `${light} against ${dark} answers the strong contrast of your hair and skin`);
  if (telling && undertone !== 'neutral')
    return about([telling], `${called(telling)} echoes the ${undertone} undertone of your skin`);
  if (skin && depthOf(skin.depth) === 'deep' && lightness(nearFace) > 0.4)
    return about([nearFace], `${near} stands out well against deep skin`);
  if (contrast === 'low' && !isLoud(nearFace))
    return about([nearFace], `${near} is gentle enough for your soft colouring`);
  if (skin) {
    const theirs = `${depthOf(skin.depth)} skin${hair === 'unknown' ? '' : ` and ${hair} hair`}`;
    return about([nearFace], `${near} sits well with ${theirs}`);
  }
  return about([nearFace], hair === 'unknown' ? `${near} flatters most people` : `${near} sets off ${hair} hair`);
}

function depthOf(depth: NonNullable<Appearance['skin']>['depth']): string {
  if (depth === 'intermediate') return 'medium';
  return depth === 'brown' || depth === 'dark' ? 'deep' : depth;
}

const lightness = (colour: ColourName): number => oklab(clothColours[colour])[0];

function extremes(colours: readonly ColourName[]): [dark: ColourName, light: ColourName] {
  const sorted = colours.toSorted((a, b) => lightness(a) - lightness(b));
  return [sorted[0] ?? 'navy', sorted.at(-1) ?? 'navy'];
}

/** Warm colours lean to yellow, cool ones to blue. */
function leaning(colour: ColourName): 'warm' | 'cool' | 'neutral' {
  const [, a, b] = oklab(clothColours[colour]);
  if (b > 0.03 && b > -a) return 'warm';
  return b < -0.015 ? 'cool' : 'neutral';
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
