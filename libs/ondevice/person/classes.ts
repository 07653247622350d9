import type { RgbImage } from '@styling/imaging';
import { cropRegion, type Region, wholeImage } from '../models/crop.ts';
import type { Networks } from '../models/networks.ts';
import { layGrid } from '../pixels/laid-grid.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { smoothstep } from '../pixels/scalar.ts';
import type { Head } from './head.ts';
import { headRegion } from './head-region.ts';

/**
 * What the parsing network tells apart: body and face skin are one, `other` is what is held or worn and no cloth. `person` is what the network for
 * outlines tells.
 */
const classNames = ['ground', 'hair', 'skin', 'clothes', 'other', 'person'] as const;

/** How likely each pixel shows each class, 0..1; the first five sum to 1. */
export type Classes = Readonly<Record<(typeof classNames)[number], Plane>>;

/** The classes seen in a region, each `side` x `side`. */
export type ClassLook = { region: Region; classes: Classes };

const side = 256;
/** Channels of the network: background, hair, body skin, face skin, clothes, others. */
const channels = 6;
/** A region as large as this share of another one is no closer look. */
const asLarge = 0.6;

/**
 * Looks at a person with MediaPipe's `selfie_multiclass_256x256` and selfie segmentation: at head and chest, and at the whole body where that is much
 * larger.
 *
 * @param body the box of the body in the image
 * @returns one or two looks, the widest first
 */
export async function seeClasses(networks: Networks, image: RgbImage, head: Head, body: Region): Promise<ClassLook[]> {
  const near = inPicture(headRegion(head, image), image);
  const wide = inPicture(body, image);
  const isPortrait = near.width * near.height > asLarge * wide.width * wide.height;
  const regions = isPortrait ? [enclosing(near, wide)] : [wide, near];
  const looks: ClassLook[] = [];
  for (const region of regions)
    looks.push({ region, classes: await run(networks, cropRegion(image, region, side, 0, 1)) });
  return looks;
}

/** The looks laid over an image of `size`, the closer ones on top; ground outside of all. */
export function classesOver(looks: readonly ClassLook[], size: Size): Classes {
  const plane = () => new Float32Array(size.width * size.height);
  const out = {
    ground: plane().fill(1),
    hair: plane(),
    skin: plane(),
    clothes: plane(),
    other: plane(),
    person: plane(),
  };
  for (const [k, { region, classes }] of looks.entries()) {
    const grid = layGrid(side, region, size);
    for (let y = 0, i = 0; y < size.height; y++)
      for (let x = 0; x < size.width; x++, i++) {
        if (!grid.covers(x, y)) continue;
        const share = k === 0 ? 1 : insideOf(region, x, y, size);
        for (const name of classNames) out[name][i]! += share * (grid.value(classes[name], x, y) - out[name][i]!);
      }
  }
  return out;
}

/** 1 in a region, less towards its borders, but for those that are the picture's. */
function insideOf({ x, y, width, height }: Region, column: number, row: number, size: Size): number {
  const margin = 0.1;
  const from = (at: number, middle: number, extent: number, whole: number) => {
    const share = (at + 0.5 - middle) / extent + 0.5;
    const low = middle - extent / 2 < 1 ? 1 : smoothstep(0, margin, share);
    const high = middle + extent / 2 > whole - 1 ? 1 : smoothstep(0, margin, 1 - share);
    return Math.min(low, high);
  };
  return Math.min(from(column, x, width, size.width), from(row, y, height, size.height));
}

async function run(networks: Networks, crop: Float32Array): Promise<Classes> {
  const [[logits], [person]] = await Promise.all([networks.parsing(crop), networks.selfieMask(crop)]);
  if (!logits || !person) throw new Error('parsing or selfie network returned nothing');
  const plane = () => new Float32Array(side * side);
  const out = { ground: plane(), hair: plane(), skin: plane(), clothes: plane(), other: plane(), person };
  const shares = new Float64Array(channels);
  for (let i = 0, at = 0; i < side * side; i++, at += channels) {
    let most = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < channels; k++) most = Math.max(most, logits[at + k]!);
    let sum = 0;
    for (let k = 0; k < channels; k++) sum += shares[k] = Math.exp(logits[at + k]! - most);
    out.ground[i] = shares[0]! / sum;
    out.hair[i] = shares[1]! / sum;
    out.skin[i] = (shares[2]! + shares[3]!) / sum;
    out.clothes[i] = shares[4]! / sum;
    out.other[i] = shares[5]! / sum;
  }
  return out;
}

/** The part of an upright region that is in the picture: beyond it the network would see black walls. */
function inPicture(region: Region, size: Size): Region {
  const whole = wholeImage(size);
  return between(
    Math.max(0, region.x - region.width / 2),
    Math.max(0, region.y - region.height / 2),
    Math.min(whole.width, region.x + region.width / 2),
    Math.min(whole.height, region.y + region.height / 2),
  );
}

const enclosing = (a: Region, b: Region): Region =>
  between(
    Math.min(a.x - a.width / 2, b.x - b.width / 2),
    Math.min(a.y - a.height / 2, b.y - b.height / 2),
    Math.max(a.x + a.width / 2, b.x + b.width / 2),
    Math.max(a.y + a.height / 2, b.y + b.height / 2),
  );

const between = (left: number, top: number, right: number, bottom: number): Region => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
  width: right - left,
  height: bottom - top,
  rotation: 0,
});
