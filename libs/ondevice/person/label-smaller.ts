import type { Plane, Rgb, Size } from '../pixels/plane.ts';
import { shrink } from '../pixels/resample.ts';
import { bodyFrame } from './body-frame.ts';
import { colourBinsOf } from './colour-histogram.ts';
import { enlargeLabels } from './enlarge-labels.ts';
import { labelPerson, type PlanesToLabel, type ToLabel } from './label-person.ts';
import { shrinkPerson } from './shrink-person.ts';
import { hueOfSkin } from './skin-hue.ts';

/** Longer side in pixels from which a copy of half the size is labelled. */
const large = 720;
const factor = 2;

/**
 * {@link labelPerson} on a copy of large pictures, whose pixels are twice as large: labels are of parts of a body, only their borders
 * are as fine as the picture. On a copy of any picture if `coarse`.
 */
export function labelSmaller(seen: ToLabel, coarse: boolean): Uint8Array {
  const { size, planes, skin, armSkin } = seen;
  if (!coarse && Math.max(size.width, size.height) < large) return labelPerson(seen);
  const small = shrinkPlanes(planes, size);
  const smallSize = { width: Math.ceil(size.width / factor), height: Math.ceil(size.height / factor) };
  const person = shrinkPerson(seen.person, factor);
  const labels = labelPerson({
    ...{ person, frame: bodyFrame(person, smallSize), size: smallSize, planes: small },
    ...{ bins: colourBinsOf(small.oklab), hasHueOfSkin: hueOfSkin(small.oklab, small.face), skin, armSkin },
  });
  return enlargeLabels({ labels, size: smallSize, rgb: small.rgb }, factor, size, planes.rgb, planes.matte);
}

function shrinkPlanes({ rgb, oklab, ...masks }: PlanesToLabel, size: Size): PlanesToLabel {
  const smaller = (plane: Plane) => shrink(plane, size, factor).plane;
  return {
    rgb: rgb.map(smaller) as unknown as Rgb,
    oklab: { lightness: smaller(oklab.lightness), a: smaller(oklab.a), b: smaller(oklab.b) },
    matte: smaller(masks.matte),
    face: smaller(masks.face),
    head: smaller(masks.head),
    hands: smaller(masks.hands),
    found: smaller(masks.found),
    skinLike: smaller(masks.skinLike),
  };
}
