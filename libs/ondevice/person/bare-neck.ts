import type { OklabPlanes } from '../pixels/colour.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { norm } from '../pixels/scalar.ts';
import { spreadFrom } from '../pixels/spread-from.ts';
import { medianWhere } from '../pixels/statistics.ts';
import type { BodyFrame } from './body-frame.ts';
import { colourBins, smoothHistogram } from './colour-histogram.ts';
import { label } from './labels.ts';

/** What is known of a pixel besides its label: > 0.5 inside the face, likeness to skin (of `ParsedPerson`), colour and its bin. */
type BesideFace = { face: Plane; skinLike: Plane; bins: Uint16Array; oklab: OklabPlanes; frame: BodyFrame; size: Size };

/** From this likeness a colour has at least the hue of skin. */
const hueOfSkin = 0.5;
/** How far below the chin the neck can be hidden by its shadow, how far above the jaw is beside it, and how much skin shows it: face heights. */
const reach = { below: 0.42, above: 0.25, shows: 0.025 } as const;
/** Half the width of a neck, and of where it can be below a turned head, in face widths. */
const half = { neck: 0.44, turned: 0.62 } as const;
/** What is darker than this part of the face's lightness has hardly a hue; what is lighter is skin if its hue differs less (OKLab a, b over lightness). */
const dark = 0.45;
const likeFace = 0.07;
/** How many times more it may differ in the dark, to go on from the neck. */
const inTheDark = 2.5;
/** Fewer pixels of a top, as a share of the picture, do not show its colours. */
const leastTop = 0.01;
/** A colour that less of a top has than this is its shade or a mistake. */
const rare = 15 / colourBins;

/**
 * Labels as skin, in place, what is taken for a top because it lies in the shadow of the chin or has stubble: between the face and skin of
 * the neck that is seen below it, and beside the neck what goes on from there in a colour that the top has nowhere else. Cloth of another
 * colour, as that of a scarf, stays.
 */
export function bareNeck(labels: Uint8Array, beside: BesideFace): void {
  const isShaded = shadedSkin(beside);
  if (!isShaded) return;
  fillBelowChin(labels, beside, (i) => isShaded(i, Number.POSITIVE_INFINITY));
  growFromNeck(labels, beside, (i) => isShaded(i, inTheDark));
}

/**
 * Whether a pixel could be the face's skin in less light, which scales all three of OKLab alike, where its hue may differ `more` in the dark;
 * undefined without a face.
 */
function shadedSkin({ face, oklab }: BesideFace): ((i: number, more: number) => boolean) | undefined {
  const { lightness, a, b } = oklab;
  const sample = (plane: Plane) => medianWhere(plane, (i) => face[i]! > 0.5);
  const [l, faceA, faceB] = [sample(lightness), sample(a), sample(b)];
  if (!(l > 0)) return undefined;
  return (i, more) =>
    norm(a[i]! / lightness[i]! - faceA / l, b[i]! / lightness[i]! - faceB / l) <
    likeFace * (lightness[i]! < dark * l ? more : 1);
}

type Test = (i: number) => boolean;

function fillBelowChin(labels: Uint8Array, beside: BesideFace, isShaded: Test): void {
  const { face, skinLike, size } = beside;
  const { head, down } = beside.frame;
  const steps = (reach.above + reach.below) * head.height;
  for (let across = -half.neck * head.width; across <= half.neck * head.width; across += 0.5) {
    const hidden: number[] = [];
    let [started, skin, shaded] = [false, 0, 0];
    for (let step = 0; step < steps; step++) {
      const along = step - reach.above * head.height;
      const x = Math.round(head.chin[0] + across * down[1] + along * down[0]);
      const y = Math.round(head.chin[1] - across * down[0] + along * down[1]);
      if (x < 0 || y < 0 || x >= size.width || y >= size.height) break;
      const i = y * size.width + x;
      if (face[i]! > 0.5) {
        started = true;
        hidden.length = skin = shaded = 0;
      } else if (!started || labels[i] === label.background) {
        if (started) break;
      } else if (labels[i] === label.skin && skinLike[i]! > hueOfSkin) {
        if (hidden.length === 0 || ++skin < reach.shows * head.height) continue;
        if (shaded > hidden.length / 2) for (const j of hidden) labels[j] = label.skin;
        break;
      } else {
        skin = 0;
        if (labels[i] !== label.top) continue;
        hidden.push(i);
        if (isShaded(i)) shaded++;
      }
    }
  }
}

function growFromNeck(labels: Uint8Array, { face, skinLike, bins, frame, size }: BesideFace, isShaded: Test): void {
  const { chin, width, height } = frame.head;
  const isBesideNeck = (i: number) => {
    const x = i % size.width;
    const below = ((i - x) / size.width - chin[1]) / height;
    return Math.abs(x - chin[0]) < half.turned * width && below > -reach.above && below < reach.below;
  };
  const cloth = new Float32Array(colourBins);
  let sure = 0;
  const open: number[] = [];
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] === label.top) {
      if (isBesideNeck(i)) continue;
      cloth[bins[i]!]! += 1;
      sure++;
    } else if (labels[i] === label.skin && (face[i]! > 0.5 || skinLike[i]! > hueOfSkin) && isBesideNeck(i))
      open.push(i);
  }
  if (sure < leastTop * labels.length) return;
  smoothHistogram(cloth);
  spreadFrom(open, size, (i) => {
    if (labels[i] !== label.top || !isBesideNeck(i) || !isShaded(i) || cloth[bins[i]!]! > rare) return false;
    labels[i] = label.skin;
    return true;
  });
}
