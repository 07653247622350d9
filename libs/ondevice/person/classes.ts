import type { RgbImage } from '@styling/imaging';
import { cropRegion, type Region, regionPoint, wholeImage } from '../models/crop.ts';
import type { Networks } from '../models/networks.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import type { Pose } from './find-pose.ts';
import { type Head, headRegion } from './head.ts';

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
    const margin = k === 0 ? 0 : 0.1;
    const across = shares(region.x, region.width, size.width, margin);
    const down = shares(region.y, region.height, size.height, margin);
    for (const name of classNames) {
      const seen = overImage(classes[name], region, size);
      for (let y = 0, i = 0; y < size.height; y++)
        for (let x = 0; x < size.width; x++, i++)
          out[name][i]! += Math.min(across[x]!, down[y]!) * (seen[i]! - out[name][i]!);
    }
  }
  return out;
}

/** How much of each column (or row) is a region's: 1 inside, less within a margin of its borders but for those that are the picture's. */
function shares(middle: number, extent: number, whole: number, margin: number): Float32Array {
  const low = middle - extent / 2 < 1 ? 0 : margin;
  const high = middle + extent / 2 > whole - 1 ? 0 : margin;
  return Float32Array.from({ length: whole }, (_, at) => {
    const share = (at + 0.5 - middle) / extent + 0.5;
    if (share <= 0 || share >= 1) return 0;
    return Math.min(smoothstep(0, low, share), smoothstep(0, high, 1 - share));
  });
}

/** What a network says of a region that may be turned, at every pixel of an image: the bilinear value of its square plane; 0 outside. */
export function overImage(seen: Plane, region: Region, { width, height }: Size): Plane {
  const side = Math.sqrt(seen.length);
  const out = new Float32Array(width * height);
  const [cos, sin] = [Math.cos(region.rotation), Math.sin(region.rotation)];
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const [dx, dy] = [x + 0.5 - region.x, y + 0.5 - region.y];
      const u = (dx * cos + dy * sin) / region.width + 0.5;
      const v = (dy * cos - dx * sin) / region.height + 0.5;
      if (u < 0 || v < 0 || u > 1 || v > 1) continue;
      const column = clamp(u * side - 0.5, 0, side - 1);
      const row = clamp(v * side - 0.5, 0, side - 1);
      const left = Math.floor(column);
      const above = Math.floor(row) * side;
      const right = Math.min(side - 1, left + 1);
      const below = Math.min(seen.length - side, above + side);
      const top = mix(seen[above + left]!, seen[above + right]!, column - left);
      out[i] = mix(top, mix(seen[below + left]!, seen[below + right]!, column - left), row - above / side);
    }
  return out;
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

/** Room round a body, as a share of its longer side. */
const room = 0.06;
/** Every so many values of the mask are looked at. */
const step = 4;

/** The upright box of a body by the mask of its pose, in image pixels; it may reach out of the image. */
export function bodyBox({ mask, region }: Pose): Region {
  const side = Math.sqrt(mask.length);
  let [left, top, right, bottom] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (let y = 0; y < side; y += step)
    for (let x = 0; x < side; x += step) {
      if (mask[y * side + x]! <= 0) continue;
      const [px, py] = regionPoint(region, (x + 0.5) / side, (y + 0.5) / side);
      [left, right] = [Math.min(left, px), Math.max(right, px)];
      [top, bottom] = [Math.min(top, py), Math.max(bottom, py)];
    }
  if (left > right) return region;
  const pad = room * Math.max(right - left, bottom - top);
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    width: right - left + 2 * pad,
    height: bottom - top + 2 * pad,
    rotation: 0,
  };
}
