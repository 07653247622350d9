import type { RgbImage } from '@styling/imaging';
import type { Looks } from '../garment/choose-colours.ts';
import { readSubject } from '../garment/subject.ts';
import type { Networks } from '../models/networks.ts';
import { showsFace } from '../person/find-face.ts';
import { findMainBody, lookCloser, shouldersVisible } from '../person/find-person.ts';
import type { Body } from '../person/see-people.ts';
import { shrinkPerson } from '../person/shrink-person.ts';
import { type Plane, type Rgb, rgbPlanes, times } from '../pixels/plane.ts';
import { samplePlane, smallerCopy } from '../pixels/resample.ts';
import { mean } from '../pixels/statistics.ts';
import { cutFlatGarment, plausibleOutline } from './flat-garment.ts';
import { readFlat } from './read-flat.ts';
import { readLook } from './read-look.ts';
import { readWorn } from './read-worn.ts';

/**
 * The contents of a reference picture: the looks of its garments, and its scene (sRGB 0..1, with its person's matte), unless it
 * is a garment on a plain background.
 */
export type Reference = { looks: Looks; scene: { rgb: Rgb; person: Plane } | undefined };

/** Pixels in which the wearer of a reference is read. */
const wearerPixels = 150_000;

/**
 * Reads a reference: a garment on a plain background, an outfit worn by a person, or only a scene. The last, and a garment whose
 * outline is not found, give the colours in the middle of the picture, and a face alone none.
 */
export async function readReference(networks: Networks, image: RgbImage): Promise<Reference> {
  const flat = cutFlatGarment(image);
  const garment = flat && plausibleOutline(flat, image) ? flat : undefined;
  const body = await findMainBody(networks, image);
  const rgb = rgbPlanes(image.data);
  // The networks see faces and bodies in flat garments too.
  const whole = body && shouldersVisible(body, image);
  if (body && (whole ? body.face || !flat : body.face && !garment)) {
    return readWearer(networks, image, rgb, body);
  }
  if (garment) return { looks: readFlat(image, rgb, garment), scene: undefined };
  const upper = (await showsFace(networks, image)) ? undefined : readLook(image, inMiddle(image, flat));
  const looks = { upper, lower: undefined };
  return { looks, scene: flat ? undefined : { rgb, person: new Float32Array(image.width * image.height) } };
}

/** Looks and cuts of the clothes do not need all pixels of a picture, only its scene does. */
async function readWearer(networks: Networks, image: RgbImage, rgb: Rgb, body: Body): Promise<Reference> {
  const person = await lookCloser(networks, image, body);
  const copy = await smallerCopy(image, wearerPixels);
  const factor = image.width / copy.width;
  const seen = shrinkPerson(person, factor);
  const subject = readSubject(copy, seen);
  const matte = samplePlane(subject.matte, copy, 1 / factor, image);
  return { looks: readWorn(copy, subject), scene: { rgb, person: matte } };
}

/** The middle of a picture; only what was cut out there, unless that is little: then the cut may have lost the garment. */
function inMiddle({ width, height }: RgbImage, cut: Plane | undefined): Plane {
  const middle = new Float32Array(width * height).map((_, i) => {
    const across = Math.abs((i % width) / width - 0.5);
    const down = Math.abs(Math.floor(i / width) / height - 0.5);
    return across < 0.2 && down < 0.25 ? 1 : 0;
  });
  const both = cut && times(cut, middle);
  return both && mean(both) > 0.5 * mean(middle) ? both : middle;
}
