import type { Appearance } from '../analysis/appearance.ts';
import { type ColourName, clothColours } from '../garment/colour-names.ts';
import { oklab } from '../pixels/colour.ts';
import { isLoud, lightnessOf } from './colouring.ts';
import occasions from './occasions.json' with { type: 'json' };
import { bottoms, namePiece, type Outfit, withArticle } from './outfit.ts';
import type { Occasion, Wishes } from './wishes.ts';

/** One sentence that describes the outfit, and one on why it suits the occasion and the person's colouring. */
export function explainOutfit(outfit: Outfit, appearance: Appearance, occasion: Occasion, wishes: Wishes): string {
  const { template } = outfit;
  const { kind, weather } = occasion;
  const inWeather = weather === 'cold' ? ' in the cold' : weather === 'hot' && kind !== 'beach' ? ' in the heat' : '';
  const where = `${occasions[kind]}${inWeather}`;
  const purpose = template.fits[kind]
    ? `, which suits ${where}`
    : `; it is your own taste more than what is usual for ${where}`;
  return `${sentenceOf(outfit)} ${template.virtue}${purpose}, and ${colourReason(outfit, appearance, wishes)}.`;
}

function sentenceOf({ pieces, extras }: Outfit): string {
  const [first = '', second, third] = pieces.map((piece) => withArticle(namePiece(piece)));
  const below = bottoms.includes(pieces.at(-1)?.noun ?? '');
  const clothes = third
    ? `${first} over ${second} with ${third}`
    : second
      ? `${first} ${below ? 'with' : 'over'} ${second}`
      : first;
  const finish = extras.length > 0 ? `, finished with ${extras.map(withArticle).join(' and ')}` : '';
  return `${clothes.charAt(0).toUpperCase()}${clothes.slice(1)}${finish}.`;
}

/** The reason for the colours: a wish, else the matching undertone, contrast or hair. */
function colourReason({ pieces }: Outfit, { skin, hair, contrast }: Appearance, { wanted }: Wishes): string {
  const colours = pieces.map(({ colour }) => colour).filter((colour): boolean => colour !== 'denim');
  const asked = wanted.colours.find((colour) => colours.includes(colour));
  // Under a jacket, the shirt is next to the face.
  const nearFace = (pieces.length > 2 ? pieces[1]?.colour : undefined) ?? colours[0] ?? 'navy';
  const undertone = skin?.undertone;
  const telling = [nearFace, ...colours].find((colour) => undertone && leaning(colour) === undertone);
  const byLightness = colours.toSorted((a, b) => lightnessOf(a) - lightnessOf(b));
  const [dark = 'navy', light = dark] = [byLightness[0], byLightness.at(-1)];
  const called = (colour: ColourName) => (colour === asked ? `the ${colour} you asked for` : `the ${colour}`);
  const about = (mentioned: readonly ColourName[], reason: string) =>
    asked && !mentioned.includes(asked) ? `it has the ${asked} you asked for, while ${reason}` : reason;
  const near = called(nearFace);
  if (contrast === 'high' && lightnessOf(light) - lightnessOf(dark) > 0.4)
    return about([light, dark], `${light} against ${dark} answers the strong contrast of your hair and skin`);
  if (telling && undertone !== 'neutral')
    return about([telling], `${called(telling)} echoes the ${undertone} undertone of your skin`);
  if (skin && depthOf(skin.depth) === 'deep' && lightnessOf(nearFace) > 0.4)
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

/** Warm colours lean to yellow, cool ones to blue. */
function leaning(colour: ColourName): 'warm' | 'cool' | 'neutral' {
  const [, a, b] = oklab(clothColours[colour]);
  if (b > 0.03 && b > -a) return 'warm';
  return b < -0.015 ? 'cool' : 'neutral';
}
