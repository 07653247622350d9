import { colorsNamed, converter, parse } from 'culori';
import { type ColourName, clothColours, nameColour } from '../garment/colour-names.ts';
import type { Triple } from '../pixels/colour.ts';

/** A colour as a client specifies it: by a name of the vocabulary or, by hex, function or CSS keyword, in sRGB bytes. */
export type SaidColour = ColourName | Triple;

const toRgb = converter('rgb');

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
