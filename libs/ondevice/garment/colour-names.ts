import { converter, differenceCiede2000, nearest } from 'culori';
import type { Triple } from '../pixels/colour.ts';
import { tintedShades } from './tinted-shades.ts';

/** Colours of clothes, sRGB bytes. Answers use these names. */
export const clothColours = {
  black: [23, 23, 26],
  charcoal: [58, 61, 66],
  'dark grey': [85, 87, 91],
  grey: [133, 135, 138],
  'light grey': [193, 195, 198],
  white: [244, 243, 239],
  ivory: [241, 234, 214],
  cream: [239, 226, 196],
  beige: [214, 194, 162],
  tan: [196, 154, 107],
  camel: [183, 137, 82],
  brown: [101, 67, 42],
  'dark brown': [63, 39, 26],
  khaki: [164, 153, 110],
  olive: [98, 99, 48],
  'dark green': [31, 74, 47],
  green: [45, 126, 64],
  emerald: [15, 122, 85],
  mint: [172, 224, 198],
  sage: [156, 174, 138],
  teal: [19, 105, 108],
  turquoise: [48, 179, 174],
  'light blue': [163, 198, 232],
  'sky blue': [124, 184, 230],
  blue: [38, 88, 178],
  'royal blue': [32, 63, 178],
  denim: [74, 107, 148],
  navy: [24, 33, 64],
  indigo: [45, 60, 119],
  purple: [92, 46, 134],
  lavender: [184, 165, 217],
  lilac: [198, 174, 220],
  plum: [90, 40, 72],
  burgundy: [93, 20, 40],
  'dark red': [128, 24, 30],
  red: [186, 26, 34],
  rust: [168, 74, 43],
  orange: [230, 116, 32],
  coral: [240, 119, 98],
  peach: [245, 185, 150],
  'light pink': [241, 197, 203],
  pink: [232, 142, 172],
  'hot pink': [225, 52, 130],
  magenta: [184, 32, 119],
  yellow: [240, 203, 56],
  mustard: [200, 152, 44],
  gold: [200, 158, 62],
} as const satisfies Record<string, Triple>;

/** A name of {@link clothColours}. */
export type ColourName = keyof typeof clothColours;

/**
 * Additional shades of names, where people use a name although another one's own shade is nearer: vivid shades, and those of
 * cloth in photographs, where light tints near-black, jeans are washed, purple turns blue in the evening and white is lilac below
 * a blue sky (a pale blue keeps its name).
 */
const alsoCalled: Partial<Record<ColourName, readonly Triple[]>> = {
  black: [
    [38, 37, 39],
    [34, 26, 20],
    [20, 15, 28],
  ],
  white: [
    [224, 226, 230],
    [206, 211, 236],
  ],
  navy: [
    [14, 20, 46],
    [12, 12, 120],
  ],
  'royal blue': [[65, 105, 225]],
  blue: [
    [30, 130, 235],
    [55, 120, 191],
  ],
  denim: [[96, 124, 146]],
  turquoise: [[20, 230, 230]],
  green: [
    [50, 200, 50],
    [60, 179, 113],
  ],
  purple: [
    [72, 55, 148],
    [140, 105, 205],
  ],
  'light blue': [[184, 203, 232]],
  lavender: [[220, 216, 246]],
  red: [[240, 20, 30]],
  orange: [
    [220, 100, 66],
    [240, 130, 60],
    [255, 160, 10],
  ],
};

const toRgb = converter('rgb');
const asColour = ([r, g, b]: Triple) => ({ mode: 'rgb' as const, r: r / 255, g: g / 255, b: b / 255 });
const tinted: Partial<Record<ColourName, readonly Triple[]>> = tintedShades;
const shades = (Object.keys(clothColours) as ColourName[]).flatMap((name) =>
  [clothColours[name], ...(alsoCalled[name] ?? []), ...(tinted[name] ?? [])].map((shade) => ({
    name,
    shade,
  })),
);
const closest = nearest(shades, differenceCiede2000(), ({ shade }) => toRgb(asColour(shade)));

/** The name of a garment's colour (sRGB bytes): the one with the nearest shade by CIEDE2000. */
export const nameColour = (rgb: Triple): ColourName => closest(asColour(rgb), 1)[0]?.name ?? 'grey';

const difference = differenceCiede2000();

/** CIEDE2000 difference between the own shades of two names: about 1 is just visible side by side. */
export const shadesApart = (one: ColourName, other: ColourName): number =>
  difference(asColour(clothColours[one]), asColour(clothColours[other]));
