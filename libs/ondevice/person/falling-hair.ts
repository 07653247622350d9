import type { Plane, Size } from '../pixels/plane.ts';
import { distanceToSegment } from '../pixels/points.ts';
import { acrossTorso, type BodyFrame, downTorso } from './body-frame.ts';
import { colourBins, smoothHistogram } from './colour-histogram.ts';
import { label } from './labels.ts';

/** Beside the jaw, where of a person there is nothing but hair, and beside the eyes, where that begins: face widths and heights. */
const jaw = { from: 0.62, to: 1.05, above: 0.1, below: 0.45 };
const temple = { from: 0.55, to: 0.85, above: -0.25, below: 0.1 };
/** Share of such a place from which there is hair, and below the jaw that of what has the hair's label. */
const leastShare = 0.3;
const leastHair = 0.2;

/** Who leans forward has the shoulders beside the jaw: they begin above this v. */
const shoulders = -0.22;

/** Where hair falls past the jaw: at the left and right side of the picture, and the pixels beside the face that show it. */
export type FallingHair = { left: boolean; right: boolean; seen: number[] };

/** Share of a place in the chest's colours from which it is a raised or bent shoulder; how much surer those are than the hair's. */
const mostCloth = 0.5;
const surer = 3;

/**
 * Finds on which sides hair falls below the jaw, whatever its colour unless it is that of the chest: a person is wider there than the
 * face.
 */
export function fallingHair(
  frame: BodyFrame,
  labels: Uint8Array,
  { matte, kept, bins, size }: { matte: Plane; kept: Plane; bins: Uint16Array; size: Size },
): FallingHair {
  const { centre, width, height } = frame.head;
  const isCloth = clothOfChest(frame, labels, bins, size);
  const onArm = (x: number, y: number) =>
    frame.arms.some(
      ({ shoulder, elbow, wrist, elbowSeen, wristSeen }) =>
        (elbowSeen && distanceToSegment(x, y, shoulder, elbow) < frame.shoulderWidth * 0.16) ||
        (wristSeen && distanceToSegment(x, y, elbow, wrist) < frame.shoulderWidth * 0.14),
    );
  const look = (side: 1 | -1, place: typeof jaw): number[] => {
    const ends = [centre[0] + side * place.from * width, centre[0] + side * place.to * width];
    const [left, right] = [
      Math.max(0, Math.round(Math.min(...ends))),
      Math.min(size.width, Math.round(Math.max(...ends))),
    ];
    const top = Math.max(0, Math.round(centre[1] + place.above * height));
    const bottom = Math.min(size.height, Math.round(centre[1] + place.below * height));
    const found: number[] = [];
    let [all, hairy, cloth] = [0, 0, 0];
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) {
        const i = y * size.width + x;
        if (kept[i]! > 0.5 || downTorso(frame, x, y) > shoulders || onArm(x, y)) continue;
        all++;
        if (matte[i]! <= 0.6) continue;
        found.push(i);
        if (labels[i] === label.hair) hairy++;
        if (isCloth(bins[i]!)) cloth++;
      }
    if (cloth > mostCloth * found.length) return [];
    return found.length > Math.max(20, leastShare * all) || hairy > Math.max(20, leastHair * all) ? found : [];
  };
  const [left, right] = ([-1, 1] as const).map((side) => (look(side, temple).length > 0 ? look(side, jaw) : [])) as [
    number[],
    number[],
  ];
  return { left: left.length > 0, right: right.length > 0, seen: [...left, ...right] };
}

/** Whether a colour bin is one of the cloth in the middle of the chest rather than one of the hair; never if the chest is not seen. */
function clothOfChest(
  frame: BodyFrame,
  labels: Uint8Array,
  bins: Uint16Array,
  { width }: Size,
): (bin: number) => boolean {
  const [hair, cloth] = [new Float32Array(colourBins), new Float32Array(colourBins)];
  labels.forEach((which, i) => {
    if (which === label.hair) hair[bins[i]!]! += 1;
    if (which !== label.top) return;
    const x = i % width;
    const y = (i - x) / width;
    const v = downTorso(frame, x, y);
    if (v > 0.08 && v < 0.7 && Math.abs(acrossTorso(frame, x, y)) < 0.3) cloth[bins[i]!]! += 1;
  });
  for (const histogram of [hair, cloth]) smoothHistogram(histogram);
  return (bin) => cloth[bin]! > surer * hair[bin]! + 1 / colourBins;
}
