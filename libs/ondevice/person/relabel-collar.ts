import { boxBlur } from '../pixels/box-blur.ts';
import { maskOf, type Plane, type Size } from '../pixels/plane.ts';
import { spreadFrom } from '../pixels/spread-from.ts';
import { medianWhere } from '../pixels/statistics.ts';
import { acrossTorso, type BodyFrame, downTorso } from './body-frame.ts';
import { colourBins, smoothHistogram } from './colour-histogram.ts';
import { label } from './labels.ts';

/** What is known of a pixel besides its label: > 0.5 inside the face and on the head, likeness to skin (of `ParsedPerson`), OKLab lightness, colour bin. */
export type BesideNeck = {
  face: Plane;
  head: Plane;
  skinLike: Plane;
  lightness: Plane;
  bins: Uint16Array;
  frame: BodyFrame;
  size: Size;
};

/** Below this likeness a colour has not even the hue of skin. */
const noSkin = 0.2;
/** A neck is in the shade of the head: it is not lighter than the face by more than this factor. */
const brightest = 1.15;
/** How much likelier a colour is in the cloth than in the skin to be cloth farther from it. */
const surer = 3;
/** Where a collar can be, in u and v. */
const collar = { aside: 0.45, from: -0.5, to: 0.3 } as const;

/**
 * Labels a collar beside the neck as top, in place, where it is taken for skin because of its position but does not have its colour:
 * slivers next to the top, and what goes on from there in the colours of the top.
 */
export function relabelCollar(labels: Uint8Array, beside: BesideNeck): Uint8Array {
  const { face, head, skinLike, lightness, bins, frame, size } = beside;
  const near = boxBlur(maskOf(labels, label.top), size, frame.shoulderWidth * 0.05);
  const isCloth = clothOfTop(labels, beside);
  const bright = brightest * medianWhere(lightness, (i) => face[i]! > 0.5) || 1;
  const isOdd = (i: number) =>
    labels[i] === label.skin && face[i] === 0 && (skinLike[i]! <= noSkin || lightness[i]! > bright);
  const open: number[] = [];
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] === label.top) open.push(i);
    if (!isOdd(i) || near[i]! < 0.08) continue;
    const x = i % size.width;
    const y = (i - x) / size.width;
    const v = downTorso(frame, x, y);
    if (v > collar.from && v < collar.to && Math.abs(acrossTorso(frame, x, y)) < collar.aside) {
      labels[i] = label.top;
      open.push(i);
    }
  }
  spreadFrom(open, size, (i) => {
    if (!isOdd(i) || head[i]! > 0.5 || !isCloth(bins[i]!)) return false;
    labels[i] = label.top;
    return true;
  });
  return labels;
}

/** Whether a colour bin is one of the top rather than one of the skin. */
function clothOfTop(labels: Uint8Array, { face, skinLike, bins }: BesideNeck): (bin: number) => boolean {
  const [skin, cloth] = [new Float32Array(colourBins), new Float32Array(colourBins)];
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] === label.top) cloth[bins[i]!]! += 1;
    else if (labels[i] === label.skin && (face[i]! > 0.5 || skinLike[i]! > noSkin)) skin[bins[i]!]! += 1;
  }
  for (const histogram of [skin, cloth]) smoothHistogram(histogram);
  return (bin) => cloth[bin]! > surer * skin[bin]! + 1 / colourBins;
}
