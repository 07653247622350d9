import type { RgbImage } from '@styling/imaging';
import type { Looks } from '../garment/choose-colours.ts';
import { readSubject } from '../garment/read-subject.ts';
import type { Networks } from '../models/networks.ts';
import { findMainBody, lookCloser, shouldersVisible } from '../person/find-person.ts';
import { type Plane, type Rgb, rgbPlanes, times } from '../pixels/plane.ts';
import { mean } from '../pixels/statistics.ts';
import { cutFlatGarment } from './flat-garment.ts';
import { plausibleOutline } from './plausible-outline.ts';
import { readFlat } from './read-flat.ts';
import { readLook } from './read-look.ts';
import { readWorn } from './read-worn.ts';

/**
 * The contents of a reference picture: the looks of its garments, and its scene (sRGB 0..1, with its person's matte), unless it
 * is a garment on a plain background.
 */
export type Reference = { looks: Looks; scene: { rgb: Rgb; person: Plane } | undefined };

/**
 * Reads a reference: a garment on a plain background, an outfit worn by a person, or only a scene. The last, and a garment whose
 * outline is not found, give the colours in the middle of the picture.
 */
export async function readReference(networks: Networks, image: RgbImage): Promise<Reference> {
  const flat = cutFlatGarment(image);
  const garment = flat && plausibleOutline(flat, image) ? flat : undefined;
  const body = await findMainBody(networks, image);
  const rgb = rgbPlanes(image.data);
  // The networks see faces and bodies in flat garments too.
  const whole = body && shouldersVisible(body, image);
  if (body && (whole ? body.face || !flat : body.face && !garment)) {
    const person = await lookCloser(networks, image, body);
    const subject = await readSubject(networks, image, rgb, person, { coarse: true });
    return { looks: readWorn(image, subject), scene: { rgb, person: subject.matte } };
  }
  if (garment) return { looks: readFlat(image, rgb, garment), scene: undefined };
  const looks = { upper: readLook(image, inMiddle(image, flat)), lower: undefined };
  return { looks, scene: flat ? undefined : { rgb, person: new Float32Array(image.width * image.height) } };
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
