import type { Plane, Rgb, Size } from '../pixels/plane.ts';
import { label, labelCount } from './labels.ts';

/** Labels of a copy of a picture, with its colours (sRGB 0..1). */
export type SmallLabels = { labels: Uint8Array; size: Size; rgb: Rgb };

/** Distance in the copy's pixels, and of colours, at which a vote counts exp(-1/2). */
const near = 0.5;
const alike = 0.03;

/**
 * The labels of a picture from those of a copy whose pixels are `factor` times as large. Near a border each pixel gets the label of the copy's
 * pixels round it that are nearest and most like it in colour, so that borders follow the picture's edges: joint bilateral upsampling (Kopf
 * et al. 2007), by vote. What is person and what is ground is the matte's to tell.
 */
export function enlargeLabels(
  small: SmallLabels,
  factor: number,
  { width, height }: Size,
  rgb: Rgb,
  matte: Plane,
): Uint8Array {
  const out = new Uint8Array(width * height);
  const border = borderOf(small);
  const votes = new Float64Array(labelCount);
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / factor) * small.size.width;
    for (let x = 0; x < width; x++, i++) {
      const at = row + Math.floor(x / factor);
      if (border[at] === 0) {
        out[i] = small.labels[at]!;
        continue;
      }
      vote(votes, small, (x + 0.5) / factor, (y + 0.5) / factor, rgb, i);
      const ground = votes[label.background]! > 0 && matte[i]! <= 0.5;
      out[i] = ground ? label.background : mostVoted(votes, small.labels[at]!);
    }
  }
  return out;
}

/** 1 where a pixel or one of the eight round it has another label. */
function borderOf({ labels, size: { width, height } }: SmallLabels): Uint8Array {
  const border = new Uint8Array(labels.length);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const [left, right] = [x > 0 ? 1 : 0, x + 1 < width ? 1 : 0];
      for (let down = y > 0 ? -1 : 0; down <= (y + 1 < height ? 1 : 0); down++)
        for (let k = i + down * width - left; k <= i + down * width + right; k++)
          if (labels[k] !== labels[i]) border[i] = 1;
    }
  return border;
}

/** Writes how much the copy's pixels round its point (`u`, `v`) speak for each label at the picture's pixel `i`. */
function vote(
  votes: Float64Array,
  { labels, size, rgb: [r, g, b] }: SmallLabels,
  u: number,
  v: number,
  rgb: Rgb,
  i: number,
) {
  votes.fill(0);
  const [column, row] = [Math.floor(u), Math.floor(v)];
  for (let y = Math.max(0, row - 1); y <= Math.min(size.height - 1, row + 1); y++)
    for (let x = Math.max(0, column - 1); x <= Math.min(size.width - 1, column + 1); x++) {
      const k = y * size.width + x;
      const away = ((x + 0.5 - u) ** 2 + (y + 0.5 - v) ** 2) / (2 * near ** 2);
      const other = (r[k]! - rgb[0][i]!) ** 2 + (g[k]! - rgb[1][i]!) ** 2 + (b[k]! - rgb[2][i]!) ** 2;
      votes[labels[k]!]! += Math.exp(-away - other / (2 * alike ** 2));
    }
}

/** The label with the most votes; `own` if there are none, as all colours differ. */
function mostVoted(votes: Float64Array, own: number): number {
  let most = 0;
  let which = own;
  for (let k = 0; k < votes.length; k++)
    if (votes[k]! > most) {
      most = votes[k]!;
      which = k;
    }
  return which;
}
