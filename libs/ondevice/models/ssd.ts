import type { RgbImage } from '@styling/imaging';
import type { Point } from '../pixels/points.ts';
import { sigmoid } from '../pixels/scalar.ts';
import { cropRegion, type Region, square } from './crop.ts';
import type { Network } from './litert.ts';

/** A detection: its box and key points in image pixels, and its confidence, 0..1. */
export type Detection = { score: number; left: number; top: number; right: number; bottom: number; points: Point[] };

/** What a single-shot detector was trained with (MediaPipe's `SsdAnchorsCalculatorOptions`). */
export type Detector = { side: number; strides: readonly number[]; keyPoints: number; threshold: number };

/** Centres (0..1) of the anchors, two per layer and cell; layers of equal stride share a cell. */
export function anchorCentres(side: number, strides: readonly number[]): Point[] {
  const centres: Point[] = [];
  for (let layer = 0; layer < strides.length; ) {
    const stride = strides[layer]!;
    let perCell = 0;
    for (; strides[layer] === stride; layer++) perCell += 2;
    const cells = Math.ceil(side / stride);
    for (let y = 0; y < cells; y++)
      for (let x = 0; x < cells; x++)
        for (let k = 0; k < perCell; k++) centres.push([(x + 0.5) / cells, (y + 0.5) / cells]);
  }
  return centres;
}

/** Builds a detector with `network` for square regions of an image. */
export function singleShotDetector(network: Network, { side, strides, keyPoints, threshold }: Detector) {
  const anchors = anchorCentres(side, strides);
  const valuesPerAnchor = 4 + keyPoints * 2;
  return async (image: RgbImage, x: number, y: number, extent: number): Promise<Detection[]> => {
    const region: Region = square(x, y, extent);
    const [boxes, scores] = await network(cropRegion(image, region, side, -1, 1));
    if (!boxes || !scores) throw new Error('detector returned no boxes and scores');
    const found: Detection[] = [];
    const toX = (u: number) => x + (u - 0.5) * extent;
    const toY = (v: number) => y + (v - 0.5) * extent;
    anchors.forEach(([ax, ay], index) => {
      const score = sigmoid(scores[index]!);
      if (score < threshold) return;
      const value = (k: number) => boxes[index * valuesPerAnchor + k]! / side;
      const [cx, cy, w, h] = [value(0) + ax, value(1) + ay, value(2), value(3)];
      const points = Array.from(
        { length: keyPoints },
        (_, k): Point => [toX(value(4 + k * 2) + ax), toY(value(5 + k * 2) + ay)],
      );
      found.push({
        score,
        left: toX(cx - w / 2),
        top: toY(cy - h / 2),
        right: toX(cx + w / 2),
        bottom: toY(cy + h / 2),
        points,
      });
    });
    return withoutOverlaps(found);
  };
}

/** Non-maximum suppression: the most confident of all detections that overlap by more than `most` (intersection over union). */
export function withoutOverlaps(detections: readonly Detection[], most = 0.3): Detection[] {
  const kept: Detection[] = [];
  for (const one of [...detections].sort((a, b) => b.score - a.score))
    if (kept.every((other) => overlap(one, other) < most)) kept.push(one);
  return kept;
}

const area = (box: Detection) => (box.right - box.left) * (box.bottom - box.top);

function overlap(a: Detection, b: Detection): number {
  const across = Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left));
  const down = Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  return (across * down) / (area(a) + area(b) - across * down);
}
