import { describe, expect, test } from 'vitest';
import { figureFrame, figureSize } from '../fixtures/stick-figure.ts';
import type { Triple } from '../pixels/colour.ts';
import { oklabPlanes } from '../pixels/colour.ts';
import { torsoCoordinates, torsoPoint } from './body-frame.ts';
import { bodyPart, mapBody } from './body-map.ts';
import { colourBinsOf } from './colour-histogram.ts';
import { joint } from './find-pose.ts';
import { heldThings } from './held-things.ts';
import { label } from './labels.ts';
import { splitAtWaist } from './split-at-waist.ts';
import { supposedHands } from './supposed-hands.ts';

const { width, height } = figureSize;
const at = (x: number, y: number) => y * width + x;
const paint = (colour: (x: number, y: number) => Triple) =>
  Uint8Array.from(
    Array.from({ length: width * height }, (_, i) => [...colour(i % width, Math.floor(i / width))]).flat(),
  );
const labelled = (which: (x: number, y: number) => number) =>
  Uint8Array.from({ length: width * height }, (_, i) => which(i % width, Math.floor(i / width)));

describe('the body frame', () => {
  test('given an upright figure, then v runs from the shoulders to the hips and u across', () => {
    const frame = figureFrame();
    expect(frame.shoulderWidth).toBe(80);
    expect(torsoCoordinates(frame, 100, 200)).toEqual({ u: 0, v: 1 });
    expect(torsoCoordinates(frame, 140, 100)).toEqual({ u: 0.5, v: 0 });
    expect(torsoPoint(frame, 0.5, 1)).toEqual([140, 200]);
  });

  test('given an arm that is not seen, then it is hung down the side', () => {
    const [left, right] = figureFrame([joint.leftElbow, joint.leftWrist]).arms;
    expect([left.elbowSeen, right.elbowSeen]).toEqual([false, true]);
    expect(left.elbow[0]).toBeGreaterThan(140);
    expect(left.elbow[1]).toBe(160);
    expect(right.elbow).toEqual([45, 160]);
  });
});

test('given every pixel as person, then the chest is torso and the arms are arms, measured along them', () => {
  const map = mapBody(figureFrame(), new Float32Array(width * height).fill(1), figureSize);
  expect(map.part[at(100, 140)]).toBe(bodyPart.torso);
  expect(map.part[at(152, 150)]).toBe(bodyPart.leftUpperArm);
  expect(map.part[at(42, 195)]).toBe(bodyPart.rightForearm);
  expect(map.along[at(42, 195)]!).toBeGreaterThan(1.3);
});

test('given a seen wrist, then a hand is supposed there, unless it is found; at a hidden one it is not', () => {
  const { mask } = supposedHands(figureFrame(), figureSize, []);
  expect(mask[at(161, 224)]).toBe(1);
  expect(mask[at(100, 140)]).toBe(0);
  expect(supposedHands(figureFrame(), figureSize, [0]).mask[at(161, 224)]).toBe(0);
  const hidden = supposedHands(figureFrame([joint.leftWrist, joint.rightWrist]), figureSize, []);
  expect(Math.max(...hidden.mask)).toBe(0);
  expect(hidden.grips).toEqual([]);
});

test('given a forearm that points at us, then the hand may reach beyond its elbow', () => {
  const frame = figureFrame();
  const withElbow = (elbow: readonly [number, number]) => {
    const arms = [{ ...frame.arms[0], elbow }, frame.arms[1]] as const;
    const face = { ...frame.head, width: 40 };
    return supposedHands({ ...frame, arms, head: face }, figureSize, [1]).mask;
  };
  expect([withElbow([160, 190])[at(160, 180)], withElbow([160, 200])[at(160, 180)]]).toEqual([0, 1]);
});

describe('a dress and its waist', () => {
  const frayed = labelled((x, y) => (y < 100 || y > 280 ? 0 : y < 200 + (x % 7) * 8 ? label.top : label.bottom));
  const split = (colour: (x: number, y: number) => Triple) => {
    const oklab = oklabPlanes(paint(colour));
    const found = new Float32Array(width * height);
    return splitAtWaist(frayed.slice(), { bins: colourBinsOf(oklab), oklab, found }, figureFrame(), figureSize);
  };

  test('given one cloth, then the border is at the waist', () => {
    const labels = split(() => [60, 90, 50]);
    expect([labels[at(100, 178)], labels[at(100, 183)]]).toEqual([label.top, label.bottom]);
  });

  test('given two cloths, then what colour has found stays', () => {
    expect(split((x, y) => (frayed[at(x, y)] === label.top ? [200, 20, 30] : [30, 40, 90]))).toEqual(frayed);
  });
});

describe('held things', () => {
  const onBag = (x: number, y: number) => x > 110 && x < 153 && y > 163 && y < 208;
  const find = (colour: (x: number, y: number) => Triple) => {
    const oklab = oklabPlanes(paint(colour));
    const labels = labelled((x, y) => (x > 50 && x < 155 && y > 95 && y < 210 ? label.top : 0));
    return heldThings(figureFrame(), labels, oklab, colourBinsOf(oklab), figureSize, new Float32Array(width * height));
  };

  test('given a bag before a shirt, then the bag with its highlight is found and the shirt is not', () => {
    const { mask } = find((x, y) =>
      !onBag(x, y) ? [200, 40, 40] : x > 120 && x < 126 && y < 190 ? [250, 250, 250] : [20, 20, 20],
    );
    expect([mask[at(140, 180)], mask[at(123, 178)], mask[at(80, 130)]]).toEqual([1, 1, 0]);
  });

  test('given a grey shirt that falls into shade, then nothing is held; given an edge there, a thing is', () => {
    const outlined = (valueAt: (y: number) => number) =>
      Math.max(...find((_, y) => [valueAt(y), valueAt(y), valueAt(y)]).outline);
    expect(outlined((y) => Math.round(240 - 2.3 * Math.max(0, y - 120)))).toBe(0);
    expect(outlined((y) => (y > 165 ? 30 : 240))).toBe(1);
  });

  test('given only a shirt, then nothing is held', () => {
    const { mask, outline } = find(() => [200, 40, 40]);
    expect(Math.max(...mask, ...outline)).toBe(0);
  });
});
