import { describe, expect, test } from 'vitest';
import { figureFrame, figureSize } from '../fixtures/stick-figure.ts';
import { armsOfHands } from './arms-of-hands.ts';
import { label } from './labels.ts';

const { width, height } = figureSize;
const at = (x: number, y: number) => y * width + x;
const planeOf = (value: (x: number, y: number) => number) =>
  Float32Array.from({ length: width * height }, (_, i) => value(i % width, Math.floor(i / width)));

/** A shirt with a hand before it at x 100..120, from which an arm goes on to x 60. */
const onHand = (x: number, y: number) => x >= 100 && x < 120 && y >= 150 && y < 170;
const onArm = (x: number, y: number) => x >= 60 && x < 100 && y >= 152 && y < 168;
const found = planeOf((x, y) => (onHand(x, y) ? 1 : 0));
const shirt = () =>
  Uint8Array.from(
    planeOf((x, y) => (onHand(x, y) ? label.skin : x > 30 && x < 170 && y > 90 && y < 250 ? label.top : 0)),
  );
const [skin, cloth] = [3000, 7000];

describe('the arm that goes on from a found hand', () => {
  test('given an arm of the hand’s colours that was taken for cloth, then it is skin', () => {
    const labels = shirt();
    const bins = Uint16Array.from(planeOf((x, y) => (onHand(x, y) || onArm(x, y) ? skin : cloth)));
    armsOfHands(labels, found, bins, figureFrame(), figureSize);
    expect([labels[at(80, 160)], labels[at(80, 130)], labels[at(140, 200)]]).toEqual([
      label.skin,
      label.top,
      label.top,
    ]);
  });

  test('given the hand’s colours elsewhere on the shirt, then that is no arm', () => {
    const labels = shirt();
    const isPocket = (x: number, y: number) => x >= 125 && x < 145 && y >= 110 && y < 130;
    const bins = Uint16Array.from(planeOf((x, y) => (onHand(x, y) || isPocket(x, y) ? skin : cloth)));
    armsOfHands(labels, found, bins, figureFrame(), figureSize);
    expect(labels[at(135, 120)]).toBe(label.top);
  });

  test('given a gap between hand and forearm, then a watch there stays', () => {
    const labels = shirt();
    const isWatch = (x: number) => x >= 94 && x < 100;
    const bins = Uint16Array.from(planeOf((x, y) => (onHand(x, y) || (onArm(x, y) && !isWatch(x)) ? skin : cloth)));
    for (let y = 152; y < 168; y++) for (let x = 60; x < 94; x++) labels[at(x, y)] = label.skin;
    armsOfHands(labels, found, bins, figureFrame(), figureSize);
    expect(labels[at(97, 160)]).toBe(label.skin);
  });

  test('given a shirt in the colours of the hand, then it stays a shirt', () => {
    const labels = shirt();
    armsOfHands(labels, found, new Uint16Array(width * height).fill(skin), figureFrame(), figureSize);
    expect(labels[at(80, 160)]).toBe(label.top);
  });
});
