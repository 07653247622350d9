import { converter, differenceCiede2000, nearest } from 'culori';
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
