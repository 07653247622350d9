import { expect, test } from 'vitest';
import type { Detection } from '../models/ssd.ts';
import { isRival, whichFace } from './which-face.ts';

const face = (x: number, y: number, width: number, score: number): Detection => ({
  score,
  left: x - width / 2,
  right: x + width / 2,
  top: y - width / 2,
  bottom: y + width / 2,
  points: [],
});

test('given a wide detection round the centre of a surer one, then the surer is the face and the other nobody', () => {
  const sure = face(300, 200, 87, 0.58);
  expect(whichFace([face(310, 250, 167, 0.53), sure], undefined)).toEqual({ face: sure, others: [] });
});

test('given a wide detection, when a narrower one has the nose of the pose, then that is the face', () => {
  const [own, wide] = [face(644, 276, 54, 0.91), face(869, 342, 109, 0.6)];
  expect(whichFace([own, wide], [657, 277])).toEqual({ face: own, others: [wide] });
});

test.each([
  ['there is no pose', undefined],
  ['the nose of the pose lies in no face', [10, 10] as const],
])('given two faces, when %s, then the wider one is the face', (_, nose) => {
  const [wide, narrow] = [face(200, 200, 90, 0.7), face(500, 200, 60, 0.9)];
  expect(whichFace([narrow, wide], nose as [number, number] | undefined)).toEqual({ face: wide, others: [narrow] });
});

test('given no detection, then there is no face', () => {
  expect(whichFace([], [10, 10])).toEqual({ face: undefined, others: [] });
});

test.each([
  ['of the same size', { face: 90, body: 190 }, true],
  ['with a much smaller face', { face: 50, body: 190 }, false],
  ['with a face of the same size on a much smaller body', { face: 90, body: 82 }, false],
  ['with a face of the same size whose body was not found', { face: 90 }, true],
])('given a first person, when there is another one %s, then they are a rival: %#', (_, other, rival) => {
  expect(isRival({ face: 100, body: 206 }, other)).toBe(rival);
});

test('given a first person whose body was not found, then faces decide', () => {
  expect(isRival({ face: 100 }, { face: 70, body: 20 })).toBe(true);
});
