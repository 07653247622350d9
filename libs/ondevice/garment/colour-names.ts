import { colorsNamed, converter, differenceCiede2000, nearest, parse } from 'culori';
import type { Triple } from '../pixels/colour.ts';
import table from '../words/data/colours.json' with { type: 'json' };

/** A name of a colour of clothes. */
export type ColourName = keyof typeof table;

/**
 * A colour of clothes, sRGB bytes. `also` are shades that people call so although another name's own shade is nearer: vivid ones,
 * those of cloth in photographs, where light tints near-black, jeans are washed and white is lilac below a blue sky, and the
 * tinted shades of black, greys and white of ISCC-NBS (Kelly and Judd 1976, NBS Special Publication 440). `family`: colours that
 * share the everyday name, so that "no blue" excludes navy too.
 */
type ClothColour = { rgb: Triple; also?: readonly Triple[]; family?: readonly ColourName[] };

const colours = table as unknown as Readonly<Record<ColourName, ClothColour>>;
const names = Object.keys(colours) as ColourName[];

/** Colours of clothes, sRGB bytes. Answers use these names. */
export const clothColours = Object.fromEntries(names.map((name) => [name, colours[name].rgb])) as unknown as Readonly<
  Record<ColourName, Triple>
>;

/** A colour and those of its family. */
export const familyOf = (name: ColourName): readonly ColourName[] => [name, ...(colours[name].family ?? [])];

const toRgb = converter('rgb');
const asColour = ([r, g, b]: Triple) => ({ mode: 'rgb' as const, r: r / 255, g: g / 255, b: b / 255 });
const shades = names.flatMap((name) =>
  [colours[name].rgb, ...(colours[name].also ?? [])].map((shade) => ({ name, shade })),
);
const closest = nearest(shades, differenceCiede2000(), ({ shade }) => toRgb(asColour(shade)));

/** The name of a garment's colour (sRGB bytes): the one with the nearest shade by CIEDE2000. */
export const nameColour = (rgb: Triple): ColourName => closest(asColour(rgb), 1)[0]?.name ?? 'grey';

/** A colour as a client specifies it: by a name of the vocabulary or, by hex, function or CSS keyword, in sRGB bytes. */
export type SaidColour = ColourName | Triple;

/** Matches hex colours and CSS colour functions in a text of lower case, commas or spaces between numbers. */
export const colourNotation =
  /(?:#|\b0x|\bhex(?: code)?:?\s*#?)[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\s*\([^)]*\)|\brgb:?\s*\d{1,3}(?:\s*[,\s]\s*\d{1,3}){2}\b/;

/** The colour that a match of {@link colourNotation} denotes; undefined if it is malformed. */
export function colourOfNotation(notation: string): Triple | undefined {
  // Without a sign, culori takes "face" for a colour too.
  if (!colourNotation.test(notation)) return undefined;
  const [, numbers] = /^rgb:?\s*(\d[\d,\s]*)$/.exec(notation) ?? [];
  const css = numbers
    ? `rgb(${numbers.split(/[,\s]+/).join(' ')})`
    : notation.replace(/^(?:0x|hex(?: code)?:?\s*#?)/, '#');
  return bytes(parse(css.replace(/\s*\(/, '(')));
}

/** The colour of a CSS keyword; undefined for other words. */
export const colourOfKeyword = (word: string): Triple | undefined =>
  Object.hasOwn(colorsNamed, word) ? bytes(parse(word)) : undefined;

/** The name of a colour: its own or that of the nearest one. */
export const nameOf = (colour: SaidColour): ColourName => (typeof colour === 'string' ? colour : nameColour(colour));

/** sRGB bytes of a colour; those of a name are as cloth has them. */
export const rgbOf = (colour: SaidColour): Triple => (typeof colour === 'string' ? clothColours[colour] : colour);

function bytes(colour: ReturnType<typeof parse>): Triple | undefined {
  const rgb = toRgb(colour);
  if (!rgb) return undefined;
  const byte = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 255);
  return [byte(rgb.r), byte(rgb.g), byte(rgb.b)];
}
