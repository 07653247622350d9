import type { RgbImage } from '@styling/imaging';
import type { Looks } from '../garment/choose-colours.ts';
import type { Print } from '../garment/print.ts';
import type { Networks } from '../models/networks.ts';
import { findAnyPerson } from '../person/find-person.ts';
import { label } from '../person/labels.ts';
import { personMatte } from '../person/matte.ts';
import { parsePerson } from '../person/parse-person.ts';
import { toLinear } from '../pixels/colour.ts';
import { insideDistance } from '../pixels/inside-distance.ts';
import { type Plane, type Rgb, rgbPlanes } from '../pixels/plane.ts';
import { cutFlatGarment } from './flat-garment.ts';
import { garmentShape } from './garment-shape.ts';
import { readLook } from './read-look.ts';

/**
 * The contents of a reference picture: the looks of its garments, and its scene (sRGB 0..1, with its person's matte), unless it
 * is a garment on a plain background.
 */
export type Reference = { looks: Looks; scene: { rgb: Rgb; person: Plane } | undefined };

/**
 * Reads a reference: a garment on a plain background, an outfit worn by a person, or only a scene (then the middle of the
 * picture is used as the garment).
 */
export async function readReference(networks: Networks, image: RgbImage): Promise<Reference> {
  const flat = cutFlatGarment(image);
  const person = await findAnyPerson(networks, image);
  const rgb = rgbPlanes(image.data);
  if (person && (person.face || !flat)) {
    const matte = await personMatte(networks, image, rgb, person);
    const { labels, skinLike } = parsePerson(image, rgb, matte, person);
    const looks = {
      upper: readLook(image, clothOnly(labels, label.top, skinLike)),
      lower: readLook(image, clothOnly(labels, label.bottom, skinLike)),
    };
    return { looks, scene: { rgb, person: matte } };
  }
  if (flat) {
    const look = readLook(image, flat);
    const print = printOf(image, rgb, flat);
    return { looks: { upper: look && { ...look, ...(print && { print }) }, lower: undefined }, scene: undefined };
  }
  const looks = { upper: readLook(image, middleOf(image)), lower: undefined };
  return { looks, scene: { rgb, person: new Float32Array(image.width * image.height) } };
}

/** If less than this share of a garment differs from skin colour, the garment itself has that colour. */
const leastCloth = 0.2;

/**
 * 1 where a label is, except for the colour of this person's skin: a bare arm before the chest is easily mistaken for it.
 *
 * @param skinLike > 1 where a colour is typical of the person's skin
 */
export function clothOnly(labels: Uint8Array, which: number, skinLike: Plane): Plane {
  const all = Float32Array.from(labels, (value) => (value === which ? 1 : 0));
  const cloth = all.map((value, i) => (skinLike[i]! < 0.3 ? value : 0));
  const count = (plane: Plane) => plane.reduce((sum, value) => sum + value, 0);
  return count(cloth) >= leastCloth * count(all) ? cloth : all;
}

/** The garment itself, less the pixels of its edge where the ground shines through; undefined for lower garments. */
function printOf(image: RgbImage, rgb: Rgb, flat: Plane): Print | undefined {
  const shape = garmentShape(image, flat);
  const edge = Math.max(image.width, image.height) / 180;
  const mask = insideDistance(flat, image).map((distance) => (distance > edge ? 1 : 0));
  const size = { width: image.width, height: image.height };
  const linear = (plane: Plane) => plane.map(toLinear);
  return shape && { size, rgb: [linear(rgb[0]), linear(rgb[1]), linear(rgb[2])], mask, shape };
}

function middleOf({ width, height }: RgbImage): Plane {
  return new Float32Array(width * height).map((_, i) => {
    const across = Math.abs((i % width) / width - 0.5);
    const down = Math.abs(Math.floor(i / width) / height - 0.5);
    return across < 0.2 && down < 0.25 ? 1 : 0;
  });
}
