import type { Region } from '../models/crop.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import type { Face } from './find-face.ts';

/** A part of the picture to look at once more, and how much that look counts, 0..1. */
export type Look = { region: Region; weight: number };

/** Share of the picture from which a part is no closer than the picture. */
const asWide = 0.8;

/**
 * The person's box and the head where they are small in the frame: more pixels of the network's 256 where they count. The parts end with
 * the picture, as beyond it the network would see black walls; in close portraits hardly anything is left out, so there is no closer look.
 *
 * @param belief "is a person", 0..1 a pixel
 */
export function closerLooks(belief: Plane, size: Size, face: Face | undefined): Look[] {
  const looks = [lookAtPerson(belief, size), face && lookAtHead(face)].filter((look) => look !== undefined);
  return looks
    .map(({ region, weight }) => ({ region: inPicture(region, size), weight }))
    .filter(({ region }) => region.width * region.height < asWide * size.width * size.height);
}

function lookAtPerson(belief: Plane, { width, height }: Size): Look | undefined {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let i = 0; i < belief.length; i++) {
    if (belief[i]! <= 0.5) continue;
    const x = i % width;
    const y = (i - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const [across, down] = [right - left, bottom - top];
  if (across <= 0 || across * down >= 0.55 * width * height) return undefined;
  const pad = 0.16 * Math.max(across, down);
  const at = { x: (left + right) / 2, y: (top + bottom) / 2 };
  return { region: { ...at, width: across + pad, height: down + pad, rotation: 0 }, weight: 0.65 };
}

function lookAtHead({ box: { left, right, top, bottom } }: Face): Look {
  const side = (right - left) * 4.2;
  return {
    region: { x: (left + right) / 2, y: (top + bottom) / 2, width: side, height: side, rotation: 0 },
    weight: 0.5,
  };
}

/** The part of an upright region that is in the picture. */
function inPicture({ x, y, width, height }: Region, size: Size): Region {
  const left = Math.max(0, x - width / 2);
  const right = Math.min(size.width, x + width / 2);
  const top = Math.max(0, y - height / 2);
  const bottom = Math.min(size.height, y + height / 2);
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top, rotation: 0 };
}
