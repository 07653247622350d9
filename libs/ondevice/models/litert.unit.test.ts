import { describe, expect, test } from 'vitest';
import { seeClasses } from '../person/classes.ts';
import { fitFaceMesh } from '../person/find-face.ts';
import { findPeople, fitPose } from '../person/find-pose.ts';
import { square } from './crop.ts';
import { startLiteRt } from './litert.ts';
import type { Networks } from './networks.ts';
import { readWeights, weights } from './weights.ts';

test('given the main thread, then LiteRT is not started in it', async () => {
  await expect(startLiteRt()).rejects.toThrow('worker thread');
});

test.each(Object.keys(weights) as (keyof typeof weights)[])(
  'given %s, then its file is a TensorFlow Lite model',
  (name) => {
    expect(Buffer.from(readWeights(weights[name](), 8)).toString('latin1', 4)).toBe('TFL3');
  },
);

test('given weights beyond the end of their file, then reading them says so', () => {
  const { file, from, length } = weights.selfieMask();
  expect(readWeights({ file, from, length })).toHaveLength(length);
  expect(() => readWeights({ file, from: from + 1, length })).toThrow('selfie_segmentation.tflite is truncated');
});

test('given weights that are not what their digest says, then reading all of them says so', () => {
  const other = { ...weights.selfieMask(), sha256: weights.parsing().sha256 };
  expect(() => readWeights(other)).toThrow('selfie_segmentation.tflite does not have its digest');
  expect(readWeights(weights.parsing())).toHaveLength(16_371_837);
});

describe('networks that answer with nothing', () => {
  const nothing = async () => [];
  const networks: Networks = {
    faceDetector: nothing,
    faceMesh: nothing,
    poseDetector: nothing,
    poseLandmarks: nothing,
    selfieMask: nothing,
    parsing: nothing,
    handCrop: nothing,
    handLandmarks: nothing,
  };
  const image = { width: 64, height: 64, data: new Uint8Array(64 * 64 * 3) };
  const face = {
    score: 1,
    left: 0,
    right: 9,
    top: 0,
    bottom: 9,
    points: [
      [3, 3],
      [6, 3],
    ] as [number, number][],
  };

  test('given a missing output, then it is said which network broke its promise', async () => {
    await expect(findPeople(networks, image)).rejects.toThrow('detector');
    await expect(fitPose(networks, image, square(32, 32, 64))).rejects.toThrow('pose network');
    const head = { centre: [32, 20], width: 10, height: 14, chin: [32, 27], brow: [32, 13], faceSeen: true } as const;
    await expect(seeClasses(networks, image, head, { left: 0, right: 64, top: 0, bottom: 64 })).rejects.toThrow(
      'parsing or selfie network',
    );
  });

  test('given no mesh in a detected box, then it is no face', async () => {
    expect(await fitFaceMesh(networks, image, face)).toBeUndefined();
  });
});
