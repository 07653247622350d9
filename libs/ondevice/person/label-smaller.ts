import type { Plane, Rgb } from '../pixels/plane.ts';
import { samplePlane } from '../pixels/sample-plane.ts';
import { bodyFrame } from './body-frame.ts';
import { colourBinsOf } from './colour-histogram.ts';
import { enlargeLabels } from './enlarge-labels.ts';
import { labelPerson, type PlanesToLabel, type ToLabel } from './label-person.ts';
import { shrinkPerson } from './shrink-person.ts';
import { hueOfSkin } from './skin-hue.ts';

/** Pixels of the smallest picture that has a copy, and at least of the copy. */
const large = 200_000;
const least = 125_000;
/** How much larger the copy's pixels are at most, and where its size does not matter. */
const coarsest = 2;

/**
 * {@link labelPerson} on a smaller copy of large pictures: labels are of parts of a body, only their borders are as fine as the picture. On
 * a copy of half the size of any picture if `coarse`.
 */
export function labelSmaller(seen: ToLabel, coarse: boolean): Uint8Array {
  const { size, planes, skin, armSkin } = seen;
  const pixels = size.width * size.height;
  if (!coarse && pixels < large) return labelPerson(seen);
  const factor = coarse ? coarsest : Math.min(coarsest, Math.sqrt(pixels / least));
  const smallSize = { width: Math.ceil(size.width / factor), height: Math.ceil(size.height / factor) };
  const small = samplePlanes(planes, (plane) => samplePlane(plane, size, factor, smallSize));
  const person = shrinkPerson(seen.person, factor);
  const labels = labelPerson({
    ...{ person, frame: bodyFrame(person, smallSize), size: smallSize, planes: small },
    ...{ bins: colourBinsOf(small.oklab), hasHueOfSkin: hueOfSkin(small.oklab, small.face), skin, armSkin },
  });
  return enlargeLabels({ labels, size: smallSize, rgb: small.rgb }, factor, size, planes.rgb, planes.matte);
}

function samplePlanes({ rgb, oklab, ...masks }: PlanesToLabel, smaller: (plane: Plane) => Plane): PlanesToLabel {
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
