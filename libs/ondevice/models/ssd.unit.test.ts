import type { RgbImage } from '@styling/imaging';
import { describe, expect, test } from 'vitest';
import { cropRegion, regionPoint, square } from './crop.ts';
import { anchorCentres, type Detection, singleShotDetector, withoutOverlaps } from './ssd.ts';

const box = (left: number, score: number): Detection => ({
  score,
  left,
  right: left + 10,
  top: 0,
  bottom: 10,
  points: [],
});

describe('single-shot detection', () => {
  test('given the strides of BlazeFace and BlazePose, then there are as many anchors as the networks give boxes', () => {
    expect(anchorCentres(128, [8, 16, 16, 16])).toHaveLength(896);
    expect(anchorCentres(224, [8, 16, 32, 32, 32])).toHaveLength(2254);
  });

  test('given detections of the same thing, then the surest stays', () => {
    expect(withoutOverlaps([box(1, 0.6), box(0, 0.9), box(30, 0.5)])).toEqual([box(0, 0.9), box(30, 0.5)]);
  });

  test('given one box that is sure enough, then it is placed in image pixels', async () => {
    const image: RgbImage = { width: 64, height: 64, data: new Uint8Array(64 * 64 * 3) };
    const anchors = anchorCentres(32, [16]);
    const boxes = new Float32Array(anchors.length * 6);
    const scores = new Float32Array(anchors.length).fill(-9);
    boxes.set([0, 0, 16, 8, 4, 0], 6 * 6);
    scores[6] = 3;
    const detect = singleShotDetector(async () => [boxes, scores], {
      side: 32,
      strides: [16],
      keyPoints: 1,
      threshold: 0.5,
    });
    const [found] = await detect(image, 32, 32, 64);
    expect(found).toMatchObject({ left: 32, right: 64, top: 40, bottom: 56, points: [[56, 48]] });
    await expect(
      singleShotDetector(async () => [], { side: 32, strides: [16], keyPoints: 1, threshold: 0.5 })(image, 0, 0, 9),
    ).rejects.toThrow('no boxes');
  });
});

describe('a region', () => {
  const image: RgbImage = { width: 8, height: 8, data: new Uint8Array(8 * 8 * 3).fill(255) };

  test('given a quarter turn, then its corners turn clockwise', () => {
    const [x, y] = regionPoint(square(4, 4, 4, Math.PI / 2), 1, 0.5);
    expect([Math.round(x), Math.round(y)]).toEqual([4, 6]);
  });

  test('given a crop half outside, then the inside has the image and the rest is black', () => {
    const crop = cropRegion(image, square(8, 4, 8), 8, -1, 1);
    expect(crop[(4 * 8 + 1) * 3]).toBeCloseTo(1, 5);
    expect(crop[(4 * 8 + 6) * 3]).toBeCloseTo(-1, 5);
  });
});
