import { readFile } from 'node:fs/promises';
import { sharp } from '@styling/imaging';
import { partNames } from '../classifier-weights.ts';

/** Side of a map of labels. */
export const labelSide = 256;

/** The label of pixels that are outside the photograph, or of which nobody could say what they show. */
export const unknown = 255;

/** Colours of the labels in the files, for whoever looks at them: the parts in their order, then what is not known. */
const colours = [0x202028, 0xf0c83c, 0xdc5aa0, 0x4678dc, 0xa0a0a0];

const folder = new URL('labels/', import.meta.url);

/**
 * What the pixels of a photograph's region show, as corrected by eye: `labelSide` x `labelSide` numbers of {@link partNames}, or
 * `unknown`.
 *
 * @throws Error if there is no such file or it is not a map of labels
 */
export const readLabelMap = async (name: string): Promise<Uint8Array> =>
  labelsIn(await readFile(new URL(`${name}.png`, folder)), name);

/** The labels in a PNG. @throws Error naming it if it has another size or a colour that stands for no label */
export async function labelsIn(png: Uint8Array, name: string): Promise<Uint8Array> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  if (info.width !== labelSide || info.height !== labelSide || info.channels !== 3)
    throw new Error(`the labels of ${name} are ${info.width} x ${info.height} x ${info.channels}`);
  return Uint8Array.from({ length: labelSide * labelSide }, (_, i) => {
    const colour = (data[i * 3]! << 16) | (data[i * 3 + 1]! << 8) | data[i * 3 + 2]!;
    const label = colours.indexOf(colour);
    if (label < 0) throw new Error(`the labels of ${name} have the colour ${colour.toString(16).padStart(6, '0')}`);
    return label < partNames.length ? label : unknown;
  });
}
