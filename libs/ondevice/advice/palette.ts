import type { Appearance } from '../analysis/appearance.ts';
import type { ColourName } from '../garment/colour-names.ts';
import table from './palettes.json' with { type: 'json' };
import { accentFit, baseFit } from './suits-colouring.ts';

/** Colours that suit a person: `bases` for jackets and trousers, `accents` for garments near the face, `lights` for shirts. */
export type Palette = {
  bases: readonly ColourName[];
  accents: readonly ColourName[];
  lights: readonly ColourName[];
};

/** The four seasons of colour analysis (Jackson, "Color Me Beautiful", 1980), and one between them. */
export type Season = 'spring' | 'summer' | 'autumn' | 'winter' | 'neutral';

export const palettes = table as unknown as Readonly<Record<Season, Palette>>;

/** The season of a person: by undertone (a neutral one follows the hair), then by depth and contrast. */
export function seasonOf({ skin, hair, contrast }: Appearance): Season {
  const warmth = leaning(skin?.undertone ?? 'neutral', hair);
  if (warmth === 0) return 'neutral';
  const light = skin?.depth === 'very light' || skin?.depth === 'light' || skin?.depth === 'intermediate';
  const soft = contrast !== 'high' && light;
  if (warmth > 0) return soft ? 'spring' : 'autumn';
  return soft ? 'summer' : 'winter';
}

/** The season's colours for a person, those that suit skin, hair and contrast best first. */
export function paletteOf(appearance: Appearance): Palette {
  const { bases, accents, lights } = palettes[seasonOf(appearance)];
  return { bases: rank(bases, baseFit(appearance)), accents: rank(accents, accentFit(appearance)), lights };
}

function leaning(undertone: 'cool' | 'neutral' | 'warm', hair: Appearance['hair']): -1 | 0 | 1 {
  if (undertone !== 'neutral') return undertone === 'warm' ? 1 : -1;
  if (hair === 'red' || hair === 'blonde' || hair === 'dark blonde') return 1;
  return hair === 'grey' || hair === 'white' || hair === 'black' ? -1 : 0;
}

/** Sorted by fit, the best first; equals stay in their order. */
const rank = <Colour extends ColourName>(colours: readonly Colour[], fit: (colour: Colour) => number): Colour[] =>
  colours.toSorted((one, other) => fit(other) - fit(one));
