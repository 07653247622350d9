import { describe, expect, test } from 'vitest';
import { stickFigure } from '../fixtures/stick-figure.ts';
import { fitFaceMesh } from '../person/find-face.ts';
import { findPeople, fitPose } from '../person/find-pose.ts';
import { personMatte } from '../person/matte.ts';
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

describe('networks that answer with nothing', () => {
  const nothing = async () => [];
  const networks: Networks = {
    faceDetector: nothing,
    faceMesh: nothing,
    poseDetector: nothing,
    poseLandmarks: nothing,
    selfieMask: nothing,
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
    await expect(personMatte(networks, image, stickFigure())).rejects.toThrow('selfie network');
  });

  test('given no mesh in a detected box, then it is no face', async () => {
    expect(await fitFaceMesh(networks, image, face)).toBeUndefined();
  });
});
