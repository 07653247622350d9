import type { Appearance } from '../analysis/appearance.ts';
import { type ColourName, clothColours } from '../garment/colour-names.ts';
import { oklab } from '../pixels/colour.ts';
import type { ColourRole } from './outfit-templates.ts';
import type { Palette } from './palette.ts';
import type { Occasion } from './read-occasion.ts';
import type { Wishes } from './read-wishes.ts';

/** The colours of one outfit. */
export type Colouring = Readonly<Record<ColourRole | 'shoe' | 'trainer', ColourName>> & { readonly metal: string };

/** Colours to choose from, best first. */
export type Choice = Record<ColourRole | 'shoe' | 'trainer', readonly ColourName[]> & { metal: string };

const lightnessOf = (colour: ColourName): number => oklab(clothColours[colour])[0];
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

/** The colours for a person and an occasion: wanted ones first, refused ones excluded. */
export function chooseFrom(
  palette: Palette,
  { skin }: Pick<Appearance, 'skin'>,
  { kind }: Occasion,
  { wanted, refused }: Wishes,
): Choice {
  const fitted = forOccasion(palette, kind);
  const pick = (suits: (colour: ColourName) => boolean, usual: readonly ColourName[]): readonly ColourName[] =>
    allowed([...[...wanted.colours, ...wanted.mood].filter(suits), ...usual], refused.colours);
  const leather = skin?.undertone === 'warm' ? warmLeather : coolLeather;
  const dressy = kind === 'funeral' || kind === 'formal';
  const golden = skin?.undertone === 'warm' && !refused.colours.includes('gold');
  const bases = pick(isBase, fitted.bases);
  return {
    base: bases,
    other: bases,
    accent: pick(() => true, fitted.accents),
    light: pick(isLight, fitted.lights),
    jeans: pick((colour) => jeansColours.includes(colour), jeansColours),
    leather: pick((colour) => leather.includes(colour), leather),
    shoe: pick(() => false, dressy ? ['black', ...leather] : leather),
    trainer: pick(() => false, ['white', 'light grey', 'navy', 'black']),
    metal: golden ? 'gold-toned' : 'silver-toned',
  };
}

/** `colours` without the refused ones; never empty. */
function allowed(colours: readonly ColourName[], refused: readonly ColourName[]): readonly ColourName[] {
  const left = (names: readonly ColourName[]) => names.filter((colour) => !refused.includes(colour));
  const own = left([...new Set(colours)]);
  if (own.length > 1) return own;
  const spare = left([...new Set([...own, ...sparing, ...(Object.keys(clothColours) as ColourName[])])]);
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

/** Maximum number of colours per kind that are combined. */
const tried = 6;

/** Candidate colourings: every base with every accent, the other garments' colours chosen to differ from both. */
export function colouringsOf(choice: Choice): Colouring[] {
  const unlike = (colours: readonly ColourName[], ...used: ColourName[]): ColourName =>
    colours.find((colour) => !used.includes(colour)) ?? colours[0] ?? 'grey';
  return choice.base.slice(0, tried).flatMap((base) =>
    choice.accent
      .filter((accent) => accent !== base)
      .slice(0, tried)
      .map((accent): Colouring => {
        const light = unlike(choice.light, base, accent);
        return {
          base,
          accent,
          light,
          other: unlike(choice.other, base, accent, light),
          jeans: unlike(choice.jeans, accent, base),
          leather: unlike(choice.leather, accent),
          shoe: unlike(choice.shoe, accent),
          trainer: choice.trainer[0] ?? 'white',
          metal: choice.metal,
        };
      }),
  );
}
