import type { Appearance } from '../analysis/appearance.ts';
import { type ColourName, clothColours } from '../garment/colour-names.ts';
import { oklab } from '../pixels/colour.ts';
import type { Colouring } from './outfit.ts';
import type { Palette } from './palette.ts';
import type { Occasion, Wishes } from './wishes.ts';

/** OKLab lightness of a cloth. */
export const lightnessOf = (colour: ColourName): number => oklab(clothColours[colour])[0];
const chromaOf = (colour: ColourName): number => Math.hypot(...oklab(clothColours[colour]).slice(1));
const isDark = (colour: ColourName): boolean => lightnessOf(colour) < 0.42;
const isLight = (colour: ColourName): boolean => lightnessOf(colour) > 0.85;
/** Jackets and trousers come in dark or quiet colours. */
const isBase = (colour: ColourName): boolean => lightnessOf(colour) < 0.4 || chromaOf(colour) < 0.09;
/** Strong colours that are not dark. */
export const isLoud = (colour: ColourName): boolean => chromaOf(colour) > 0.14 && lightnessOf(colour) > 0.4;

const jeansColours: readonly ColourName[] = ['denim', 'indigo', 'black', 'grey', 'white'];
const warmLeather: readonly ColourName[] = ['brown', 'dark brown', 'tan', 'black', 'burgundy'];
const coolLeather: readonly ColourName[] = ['black', 'dark brown', 'grey', 'navy', 'burgundy'];

/** Maximum number of colours per kind that are combined. */
const tried = 6;

/**
 * Candidate colourings for a person and an occasion, with wanted colours first and refused ones excluded: every base with every accent, the
 * other garments' colours chosen to differ from both.
 */
export function colouringsFor(
  palette: Palette,
  { skin }: Pick<Appearance, 'skin'>,
  { kind }: Occasion,
  { wanted, refused }: Wishes,
): Colouring[] {
  const fitted = forOccasion(palette, kind);
  const pick = (suits: (colour: ColourName) => boolean, usual: readonly ColourName[]): readonly ColourName[] =>
    allowed([...[...wanted.colours, ...wanted.mood].filter(suits), ...usual], refused.colours);
  const isWarm = skin?.undertone === 'warm';
  const leathers = isWarm ? warmLeather : coolLeather;
  const isDressy = kind === 'funeral' || kind === 'formal';
  const bases = pick(isBase, fitted.bases);
  const accents = pick(() => true, fitted.accents);
  const lights = pick(isLight, fitted.lights);
  const jeans = pick((colour) => jeansColours.includes(colour), jeansColours);
  const leather = pick((colour) => leathers.includes(colour), leathers);
  const shoes = allowed(isDressy ? ['black', ...leathers] : leathers, refused.colours);
  const [trainer = 'white'] = allowed(['white', 'light grey', 'navy', 'black'], refused.colours);
  const metal = isWarm && !refused.colours.includes('gold') ? 'gold-toned' : 'silver-toned';
  const withAccent = (base: ColourName, accent: ColourName): Colouring => {
    const light = unlike(lights, base, accent);
    return {
      base,
      accent,
      light,
      other: unlike(bases, base, accent, light),
      jeans: unlike(jeans, accent, base),
      leather: unlike(leather, accent),
      shoe: unlike(shoes, accent),
      trainer,
      metal,
    };
  };
  return bases.slice(0, tried).flatMap((base) =>
    accents
      .filter((accent) => accent !== base)
      .slice(0, tried)
      .map((accent) => withAccent(base, accent)),
  );
}

/** The first of some colours that is none of the used ones. */
const unlike = (colours: readonly ColourName[], ...used: ColourName[]): ColourName =>
  colours.find((colour) => !used.includes(colour)) ?? colours[0] ?? 'grey';

/** `colours` without the refused ones, and others if hardly one is left; never empty. */
function allowed(colours: readonly ColourName[], refused: readonly ColourName[]): readonly ColourName[] {
  const left = (names: readonly ColourName[]) => [...new Set(names)].filter((colour) => !refused.includes(colour));
  const own = left(colours);
  if (own.length > 1) return own;
  const spare = left([...own, ...sparing, ...(Object.keys(clothColours) as ColourName[])]);
  return spare.length > 1 ? spare : colours;
}

const sparing: readonly ColourName[] = ['navy', 'grey', 'white', 'black', 'beige', 'olive', 'burgundy'];

function forOccasion(palette: Palette, kind: Occasion['kind']): Palette {
  const { bases, accents } = palette;
  switch (kind) {
    case 'funeral':
      return {
        bases: ['black', 'charcoal', 'navy'],
        accents: ['charcoal', 'navy', 'dark grey', 'black'],
        lights: ['white', 'light grey'],
      };
    case 'formal':
    case 'interview':
      return { ...palette, bases: [...bases.filter(isDark), 'navy', 'charcoal'], accents: quietFirst(accents) };
    case 'business':
      return { ...palette, bases: [...bases.filter(isDark), ...bases], accents: quietFirst(accents) };
    case 'beach':
      return { ...palette, bases: ['beige', ...bases.toSorted((a, b) => lightnessOf(b) - lightnessOf(a))] };
    default:
      return palette;
  }
}

const quietFirst = (colours: readonly ColourName[]): ColourName[] => [
  ...colours.filter((colour) => !isLoud(colour)),
  ...colours.filter(isLoud),
];
