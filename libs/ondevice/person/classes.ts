import type { RgbImage } from '@styling/imaging';
import { cropRegion, type Region, regionPoint } from '../models/crop.ts';
import type { Networks } from '../models/networks.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { type Box, boundsOf, type Point } from '../pixels/points.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import type { Pose } from './find-pose.ts';
import type { Head } from './head.ts';

/**
 * What the parsing network tells apart: body and face skin are one, `other` is what is held or worn and no cloth. `person` is what the network for
 * outlines tells.
 */
const classNames = ['ground', 'hair', 'skin', 'clothes', 'other', 'person'] as const;

/** How likely each pixel shows each class, 0..1; the first five sum to 1. */
export type Classes = Readonly<Record<(typeof classNames)[number], Plane>>;

/** Classes of which no pixel shows any. */
export const noClasses = (count: number): Record<keyof Classes, Plane> => ({
  ground: new Float32Array(count),
  hair: new Float32Array(count),
  skin: new Float32Array(count),
  clothes: new Float32Array(count),
  other: new Float32Array(count),
  person: new Float32Array(count),
});

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
export async function seeClasses(networks: Networks, image: RgbImage, head: Head, body: Box): Promise<ClassLook[]> {
  const near = inPicture(headBox(head, image), image);
  const wide = inPicture(body, image);
  const area = ({ left, right, top, bottom }: Box) => (right - left) * (bottom - top);
  const both = boundsOf(
    [near, wide].flatMap(({ left, right, top, bottom }): Point[] => [
      [left, top],
      [right, bottom],
    ]),
  );
  const regions = (area(near) > asLarge * area(wide) ? [both] : [wide, near]).map(regionOf);
  const looks: ClassLook[] = [];
  for (const region of regions)
    looks.push({ region, classes: await run(networks, cropRegion(image, region, side, 0, 1)) });
  return looks;
}

/** The looks laid over an image of `size`, the closer ones on top; ground outside of all. */
export function classesOver(looks: readonly ClassLook[], size: Size): Classes {
  const out = noClasses(size.width * size.height);
  out.ground.fill(1);
  for (const [k, { region, classes }] of looks.entries()) {
    const margin = k === 0 ? 0 : 0.1;
    const across = shares(region.x, region.width, size.width, margin);
    const down = shares(region.y, region.height, size.height, margin);
    const share = new Float32Array(out.ground.length);
    for (let i = 0; i < share.length; i++)
      share[i] = Math.min(across[i % size.width]!, down[Math.floor(i / size.width)]!);
    for (const name of classNames) mixIn(out[name], overImage(classes[name], region, size), share);
  }
  return out;
}

/** Mixes a share (0..1) of one plane into another. A loop of its own stays compiled from one picture to the next. */
function mixIn(out: Plane, seen: Plane, share: Plane): void {
  for (let i = 0; i < out.length; i++) if (share[i]! > 0) out[i] = mix(out[i]!, seen[i]!, share[i]!);
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
  const [perWidth, perHeight] = [side / region.width, side / region.height];
  for (let y = 0, i = 0; y < height; y++) {
    const [dx, dy] = [0.5 - region.x, y + 0.5 - region.y];
    const firstU = (dx * cos + dy * sin) * perWidth + side / 2;
    const firstV = (dy * cos - dx * sin) * perHeight + side / 2;
    for (let x = 0; x < width; x++, i++) {
      const u = firstU + x * cos * perWidth;
      const v = firstV - x * sin * perHeight;
      if (u < 0 || v < 0 || u > side || v > side) continue;
      const column = clamp(u - 0.5, 0, side - 1);
      const row = clamp(v - 0.5, 0, side - 1);
      const left = Math.floor(column);
      const above = Math.floor(row) * side;
      const right = Math.min(side - 1, left + 1);
      const below = Math.min(seen.length - side, above + side);
      const top = mix(seen[above + left]!, seen[above + right]!, column - left);
      out[i] = mix(top, mix(seen[below + left]!, seen[below + right]!, column - left), row - above / side);
    }
  }
  return out;
}

async function run(networks: Networks, crop: Float32Array): Promise<Classes> {
  const [[logits], [person]] = await Promise.all([networks.parsing(crop), networks.selfieMask(crop)]);
  if (!logits || !person) throw new Error('parsing or selfie network returned nothing');
  const out = { ...noClasses(side * side), person };
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

/** The part of a box that is in the picture: beyond it the network would see black walls. */
const inPicture = ({ left, top, right, bottom }: Box, { width, height }: Size): Box => ({
  left: Math.max(0, left),
  top: Math.max(0, top),
  right: Math.min(width, right),
  bottom: Math.min(height, bottom),
});

const regionOf = ({ left, top, right, bottom }: Box): Region => ({
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

/** The box of a body by the mask of its pose, in image pixels; it may reach out of the image. */
export function bodyBox({ mask, region }: Pose): Box {
  const points: Point[] = [];
  for (let y = 0; y < side; y += step)
    for (let x = 0; x < side; x += step)
      if (mask[y * side + x]! > 0) points.push(regionPoint(region, (x + 0.5) / side, (y + 0.5) / side));
  const corners = [regionPoint(region, 0, 0), regionPoint(region, 1, 1)];
  const { left, right, top, bottom } = boundsOf(points.length > 0 ? points : corners);
  const pad = room * Math.max(right - left, bottom - top);
  return { left: left - pad, right: right + pad, top: top - pad, bottom: bottom + pad };
}

/** Height of the box of head and chest in heights of a face: from above the hair to the waist. */
const faces = 3.8;
/** How far its middle is below the face's, in heights of the box. */
const below = 0.14;

/** The square of an image that shows head and chest, moved inside the image as far as that goes. */
function headBox({ centre, width, height }: Head, image: Size): Box {
  const extent = Math.min(faces * Math.max(height, width * 1.1), Math.max(image.width, image.height));
  const from = (at: number, whole: number) =>
    whole <= extent ? (whole - extent) / 2 : clamp(at - extent / 2, 0, whole - extent);
  const [left, top] = [from(centre[0], image.width), from(centre[1] + below * extent, image.height)];
  return { left, right: left + extent, top, bottom: top + extent };
}
