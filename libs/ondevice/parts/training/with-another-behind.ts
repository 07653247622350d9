// biome-ignore-all lint/style/noNonNullAssertion: every index is in range by construction
import { whoseNames } from '../classifier-weights.ts';
import { labelSide, unknown } from './label-maps.ts';
import type { LabelledCrop } from './labelled-crop.ts';
import type { Random } from './seeded-random.ts';

/** The numbers of {@link whoseNames}. */
export const whose = {
  ground: whoseNames.indexOf('ground'),
  own: whoseNames.indexOf('own'),
  another: whoseNames.indexOf('another'),
};

/** How far right and down somebody is moved in pixels of the region, how much larger they are then, and whether they are mirrored. */
export type Place = { right: number; down: number; scale: number; mirrored: boolean };

/** How far aside somebody behind is, from `least` by up to `more`, and how far up or down at most, in sides of the region. */
const aside = { least: 0.2, more: 0.45 };
const level = 0.15;
const larger = { least: 0.75, more: 0.5 };

/** A place beside the person of a region: each covers a part of the other, or none. */
export function placeBehind(random: Random): Place {
  const towards = random() < 0.5 ? -1 : 1;
  return {
    right: towards * (aside.least + aside.more * random()) * labelSide,
    down: (2 * random() - 1) * level * labelSide,
    scale: larger.least + larger.more * random(),
    mirrored: random() < 0.5,
  };
}

/** A region in which two people are: numbers of `whoseNames`, or `unknown`. */
export type Crowd = { crop: Float32Array; whose: Uint8Array };

/** Whose the pixels of a region with one person are. */
export const whoseOf = (labels: Uint8Array): Uint8Array =>
  labels.map((part) => (part === unknown ? unknown : part > 0 ? whose.own : whose.ground));

/** The region with another person behind the one who is labelled, who keeps what is theirs or not known. */
export function withAnotherBehind(
  own: LabelledCrop,
  other: LabelledCrop,
  { right, down, scale, mirrored }: Place,
): Crowd {
  const crop = own.crop.slice();
  const seen = whoseOf(own.labels);
  const from = (k: number, moved: number) => Math.round((k - labelSide / 2 - moved) / scale + labelSide / 2);
  const inside = (k: number) => k >= 0 && k < labelSide;
  for (let y = 0, i = 0; y < labelSide; y++)
    for (let x = 0; x < labelSide; x++, i++) {
      const [column, row] = [from(x, right), from(y, down)];
      if (seen[i] !== whose.ground || !inside(column) || !inside(row)) continue;
      const at = row * labelSide + (mirrored ? labelSide - 1 - column : column);
      const part = other.labels[at]!;
      if (part === 0 || part === unknown) continue;
      seen[i] = whose.another;
      crop.set(other.crop.subarray(at * 3, at * 3 + 3), i * 3);
    }
  return { crop, whose: seen };
}
