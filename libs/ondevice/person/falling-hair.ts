import type { Plane, Size } from '../pixels/plane.ts';
import { distanceToSegment } from '../pixels/points.ts';
import { acrossTorso, type BodyFrame, downTorso } from './body-frame.ts';
import { colourBins, smoothHistogram } from './colour-histogram.ts';
import { label } from './labels.ts';

/** Rows beside the eyes, where hair begins, and beside the mouth, where of a person there is nothing else: face heights below its centre. */
const temple = { from: -0.25, to: 0.1 };
const mouth = { from: 0.12, to: 0.4 };
/** Share of what falls that has colours of the hair above. */
const leastLike = 0.8;
/** How far beside the face's outline hair is looked for, in face widths, and how much of that shows it in a row. */
const strip = { from: 0.03, to: 0.3 };
const leastOfRow = 0.25;
/** Share of the rows beside the mouth from which hair falls. */
const leastRows = 0.5;
/** From this likeness a colour has the hue of skin: a neck seen beside a turned face. */
const hueOfSkin = 0.5;

/** Who leans forward has the shoulders beside the jaw: they begin above this v. */
const shoulders = -0.22;
/** Share of a place in the chest's colours from which it is a raised or bent shoulder; how much surer those are than the hair's. */
const mostCloth = 0.5;
const surer = 3;

/** Where hair falls past the jaw: at the left and right side of the picture, and the pixels beside the face that show it. */
export type FallingHair = { left: boolean; right: boolean; seen: number[] };

/** What {@link fallingHair} looks at; `skinLike` as in `ParsedPerson`, `isRough` where there are strands. */
type Around = {
  matte: Plane;
  kept: Plane;
  bins: Uint16Array;
  skinLike: Plane;
  isRough: (i: number) => boolean;
  size: Size;
};

/**
 * Finds on which sides hair falls below the jaw, whatever its colour unless it is that of the chest and not of the temples: a person is
 * wider there than the face.
 */
export function fallingHair(frame: BodyFrame, labels: Uint8Array, around: Around): FallingHair {
  const { matte, kept, bins, skinLike, isRough, size } = around;
  const { centre, width, height } = frame.head;
  const onArm = (x: number, y: number) =>
    frame.arms.some(
      ({ shoulder, elbow, wrist, elbowSeen, wristSeen }) =>
        (elbowSeen && distanceToSegment(x, y, shoulder, elbow) < frame.shoulderWidth * 0.16) ||
        (wristSeen && distanceToSegment(x, y, elbow, wrist) < frame.shoulderWidth * 0.14),
    );
  const hasHueOfSkin = (i: number) => skinLike[i]! > hueOfSkin;
  const look = (side: 1 | -1, { from, to }: typeof mouth): { rows: number; hairy: number; found: number[] } => {
    const found: number[] = [];
    let [rows, hairy] = [0, 0];
    const last = Math.min(size.height, Math.round(centre[1] + to * height));
    for (let y = Math.max(0, Math.round(centre[1] + from * height)); y < last; y++) {
      const edge = edgeOfFace(frame, y, side);
      if (edge === undefined) continue;
      let [all, seen] = [0, 0];
      for (let step = Math.round(strip.from * width); step < strip.to * width; step++) {
        const x: number = Math.round(edge) + side * step;
        const i = y * size.width + x;
        if (x < 0 || x >= size.width || kept[i]! > 0.5) continue;
        const hair = labels[i] === label.hair;
        if (!hair && (downTorso(frame, x, y) > shoulders || onArm(x, y))) continue;
        all++;
        if (matte[i]! <= 0.6 || (!hair && hasHueOfSkin(i) && !isRough(i))) continue;
        seen++;
        found.push(i);
      }
      if (all === 0) continue;
      rows++;
      if (seen > leastOfRow * all) hairy++;
    }
    return { rows, hairy, found };
  };
  const above = coloursAbove(labels, bins, (centre[1] + mouth.from * height) * size.width);
  /** Share of `found` in colours that are seen at the temple or in the hair above the mouth. */
  const likeHair = (atTemple: readonly number[], found: readonly number[]): number => {
    const hair = above.slice();
    for (const i of atTemple) hair[bins[i]!]! += 1;
    smoothHistogram(hair);
    return found.filter((i) => hair[bins[i]!]! > 1 / colourBins).length / found.length;
  };
  const chest = coloursOfChest(frame, labels, bins, size);
  const [left, right] = ([-1, 1] as const).map((side): number[] => {
    const atTemple = look(side, temple).found;
    const { rows, hairy, found } = look(side, mouth);
    const least = leastRows * Math.max(rows, (mouth.to - mouth.from) * height);
    if (atTemple.length === 0 || hairy < least) return [];
    const other = (all: readonly number[]) => all.filter((i) => !hasHueOfSkin(i));
    const isCloth = clothOfChest(chest, bins, other(atTemple));
    const cloth = other(found).filter((i) => isCloth(bins[i]!));
    return cloth.length > mostCloth * found.length || likeHair(atTemple, found) < leastLike ? [] : found;
  }) as [number[], number[]];
  return { left: left.length > 0, right: right.length > 0, seen: [...left, ...right] };
}

/** Where the outline of the face ends in a row, to the left (-1) or right (1); undefined in rows beyond it. */
function edgeOfFace({ faceOval, head }: BodyFrame, y: number, side: 1 | -1): number | undefined {
  if (faceOval.length === 0) return head.centre[0] + side * head.width * 0.5;
  let edge: number | undefined;
  for (const [k, a] of faceOval.entries()) {
    const b = faceOval[(k + 1) % faceOval.length]!;
    if (a[1] <= y === b[1] <= y) continue;
    const x = a[0] + ((y - a[1]) * (b[0] - a[0])) / (b[1] - a[1]);
    edge = edge === undefined ? x : side * Math.max(side * edge, side * x);
  }
  return edge;
}

/** How often each colour is seen in what is labelled as hair before pixel `end`. */
function coloursAbove(labels: Uint8Array, bins: Uint16Array, end: number): Float32Array {
  const hair = new Float32Array(colourBins);
  for (let i = 0; i < labels.length && i < end; i++) if (labels[i] === label.hair) hair[bins[i]!]! += 1;
  return hair;
}

/** The colours of the hair and of the cloth in the middle of the chest, which has none if it is not seen. */
type ColoursOfChest = { hair: Float32Array; cloth: Float32Array };

function coloursOfChest(frame: BodyFrame, labels: Uint8Array, bins: Uint16Array, { width }: Size): ColoursOfChest {
  const [hair, cloth] = [new Float32Array(colourBins), new Float32Array(colourBins)];
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] === label.hair) hair[bins[i]!]! += 1;
    if (labels[i] !== label.top) continue;
    const x = i % width;
    const y = (i - x) / width;
    const v = downTorso(frame, x, y);
    if (v > 0.08 && v < 0.7 && Math.abs(acrossTorso(frame, x, y)) < 0.3) cloth[bins[i]!]! += 1;
  }
  for (const histogram of [hair, cloth]) smoothHistogram(histogram);
  return { hair, cloth };
}

/** Whether a colour bin is one of the cloth of the chest rather than one of the hair or of what is seen at the `temple`. */
function clothOfChest(
  { hair, cloth }: ColoursOfChest,
  bins: Uint16Array,
  atTemple: readonly number[],
): (bin: number) => boolean {
  const side = new Float32Array(colourBins);
  for (const i of atTemple) side[bins[i]!]! += 1;
  smoothHistogram(side);
  return (bin) => cloth[bin]! > surer * Math.max(hair[bin]!, side[bin]!) + 1 / colourBins;
}
