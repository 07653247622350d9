import type { Appearance } from '../analysis/appearance.ts';
import type { Contrast, HairColour, SkinDepth } from '../analysis/skin-and-hair.ts';
import { type ColourName, clothColours } from '../garment/colour-names.ts';
import { oklab } from '../pixels/colour.ts';
import table from './colouring.json' with { type: 'json' };
import seasons from './palettes.json' with { type: 'json' };

/** Colours that suit a person: `bases` for jackets and trousers, `accents` for garments near the face, `lights` for shirts. */
export type Palette = {
  bases: readonly ColourName[];
  accents: readonly ColourName[];
  lights: readonly ColourName[];
};

/** The four seasons of colour analysis (Jackson, "Color Me Beautiful", 1980), and one between them. */
export type Season = keyof typeof seasons;

export const palettes = seasons as unknown as Readonly<Record<Season, Palette>>;

/** The season of a person: by undertone (a neutral one follows the hair), then by depth and contrast. */
export function seasonOf({ skin, hair, contrast }: Appearance): Season {
  const undertone = skin && skin.undertone !== 'neutral' ? skin.undertone : undertoneOfHair[hair];
  if (!undertone) return 'neutral';
  const light = skin?.depth === 'very light' || skin?.depth === 'light' || skin?.depth === 'intermediate';
  const soft = contrast !== 'high' && light;
  if (undertone === 'warm') return soft ? 'spring' : 'autumn';
  return soft ? 'summer' : 'winter';
}

const undertoneOfHair: Partial<Record<HairColour, 'warm' | 'cool'>> = {
  red: 'warm',
  blonde: 'warm',
  'dark blonde': 'warm',
  grey: 'cool',
  white: 'cool',
  black: 'cool',
};

/** The season's colours for a person, those that suit skin, hair and contrast best first. */
export function paletteOf(appearance: Appearance): Palette {
  const { bases, accents, lights } = palettes[seasonOf(appearance)];
  return { bases: rank(bases, baseFit(appearance)), accents: rank(accents, accentFit(appearance)), lights };
}

/** How well a colour suits a person; only comparisons mean something. */
type Fit = (colour: ColourName) => number;

/** Sorted by fit, the best first; equals stay in their order. */
const rank = (colours: readonly ColourName[], fit: Fit): ColourName[] =>
  colours.toSorted((one, other) => fit(other) - fit(one));

/**
 * OKLab lightness of skin by depth, in good light; cloth of about the colour of hair; how much lighter or darker than the skin, and
 * how strong (OKLab chroma), cloth near a face of a contrast is.
 */
const { skinLightness, likeHair, near } = table as {
  skinLightness: Readonly<Record<SkinDepth, number>>;
  likeHair: Readonly<Record<Exclude<HairColour, 'unknown'>, ColourName>>;
  near: Readonly<Record<Contrast, { apart: number; chroma: number }>>;
};
const strongerOnDeepSkin = 0.06;
const inHair = (hair: HairColour) => (hair === 'unknown' ? undefined : oklab(clothColours[likeHair[hair]]));

/**
 * Cloth near the face repeats the contrast of hair and skin ("Color Me Beautiful", 1980): soft colours with little of it, strong ones
 * with much, and on deep skin; what has just the colour of the hair does nothing for it.
 */
function accentFit({ skin, hair, contrast }: Appearance): Fit {
  const { depth } = skin ?? { depth: 'intermediate' };
  const { apart, chroma } = near[contrast];
  const strength = chroma + (depth === 'brown' || depth === 'dark' ? strongerOnDeepSkin : 0);
  const own = inHair(hair);
  return (colour) => {
    const [l, a, b] = oklab(clothColours[colour]);
    const fromHair = own ? Math.hypot(l - own[0], 2 * (a - own[1]), 2 * (b - own[2])) : 0;
    const offLightness = Math.abs(Math.abs(l - skinLightness[depth]) - apart);
    return Math.min(fromHair, 0.5) - 2 * offLightness - 4 * Math.abs(Math.hypot(a, b) - strength);
  };
}

/** Jackets and trousers are about as dark as the hair. */
function baseFit({ hair }: Appearance): Fit {
  const own = inHair(hair);
  return (colour) => (own ? -Math.abs(oklab(clothColours[colour])[0] - own[0]) : 0);
}
