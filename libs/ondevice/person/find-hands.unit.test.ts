import { expect, test } from 'vitest';
import { figureSize, hand, stickFigure } from '../fixtures/stick-figure.fixture.ts';
import type { Network } from '../models/litert.ts';
import type { Networks } from '../models/networks.ts';
import { findHands, withoutDoubles } from './find-hands.ts';
import { joint } from './find-pose.ts';

const image = { ...figureSize, data: new Uint8Array(figureSize.width * figureSize.height * 3) };
/** A crop in the middle of its region, then hands of these presences in turn; both arms are looked at at once. */
function networks(...presences: number[]): { networks: Networks; asked: () => number } {
  const crop: Network = async () => [Float32Array.of(128, 128, 128, 192)];
  let asked = 0;
  const landmarks: Network = async () => [
    Float32Array.from(hand.flatMap(([x, y]) => [x, y, 0])),
    Float32Array.of(presences[asked++] ?? 0),
    Float32Array.of(1),
  ];
  return { networks: { handCrop: crop, handLandmarks: landmarks } as Networks, asked: () => asked };
}

test('given wrists that are not seen, then no network is asked', async () => {
  const { networks: none, asked } = networks(1, 1, 1, 1);
  const { pose } = stickFigure([joint.leftWrist, joint.rightWrist]);
  expect([await findHands(none, image, pose), asked()]).toEqual([[], 0]);
});

test('given an unsure first look and a sure second one, then there is a hand; where the first sees nothing, there is no second', async () => {
  const { networks: unsure, asked } = networks(0.1, 0.01, 0.9);
  const { pose } = stickFigure();
  expect((await findHands(unsure, image, pose)).map(({ arm, points }) => [arm, points.length])).toEqual([[0, 21]]);
  expect(asked()).toBe(3);
});

/** Wrists of hands at a face, which the pose puts below the picture. */
const wristsBelow = () => {
  const { pose } = stickFigure();
  const below = pose.points.map((point, which) =>
    which === joint.leftWrist || which === joint.rightWrist ? { ...point, y: image.height + 1 } : point,
  );
  return { ...pose, points: below };
};

const face = { mesh: Array.from({ length: 468 }, (_, k) => [100, k === 152 ? 75 : 35] as const) };

test('given no hand near wrists below the picture, then one below the chin is that of the arm it fits, and without a face there is no such look', async () => {
  const { networks: atChin, asked } = networks(0.1, 0, 0, 0.9);
  expect((await findHands(atChin, image, wristsBelow(), face)).map(({ arm }) => arm)).toEqual([1]);
  expect(asked()).toBe(4);
  const { networks: none, asked: without } = networks(0, 0, 0.1, 0.9);
  expect([await findHands(none, image, wristsBelow()), without()]).toEqual([[], 2]);
});

test('given a hand near a wrist below the picture, then what is below the chin is none', async () => {
  const { networks: both, asked } = networks(0.9, 0.9, 0, 0.9, 0.9);
  expect((await findHands(both, image, wristsBelow(), face)).map(({ arm }) => arm)).toEqual([0]);
  expect(asked()).toBe(5);
});

test('given wrists in the picture, or none that is seen, then no hand is looked for below the chin', async () => {
  const { networks: one, asked } = networks(0, 0, 0.9, 0.9);
  expect([await findHands(one, image, stickFigure().pose, face), asked()]).toEqual([[], 2]);
  const { networks: none, asked: without } = networks(1, 1);
  const { pose } = stickFigure([joint.leftWrist, joint.rightWrist]);
  expect([await findHands(none, image, pose, face), without()]).toEqual([[], 0]);
});

test('given both arms with the same hand, then the arm keeps it whose hand it is', () => {
  const seen = { presence: 0.9, points: hand };
  const far = hand.map(([x, y]) => [x + 90, y] as const);
  expect(
    withoutDoubles([
      { arm: 0, right: 0.9, ...seen },
      { arm: 1, right: 0.8, ...seen },
    ]),
  ).toMatchObject([{ arm: 1 }]);
  expect(
    withoutDoubles([
      { arm: 0, right: 0.1, ...seen },
      { arm: 1, right: 0.2, ...seen },
    ]),
  ).toMatchObject([{ arm: 0 }]);
  expect(
    withoutDoubles([
      { arm: 0, right: 0, ...seen },
      { arm: 1, right: 1, ...seen, points: far },
    ]),
  ).toHaveLength(2);
});

test('given a network that answers with nothing, then it is said which', async () => {
  const nothing: Network = async () => [];
  const { networks: some } = networks(1);
  const { pose } = stickFigure();
  await expect(findHands({ ...some, handCrop: nothing }, image, pose)).rejects.toThrow('hand cropping network');
  await expect(findHands({ ...some, handLandmarks: nothing }, image, pose)).rejects.toThrow('hand network');
});
