import { expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { canvasOf, erase } from './canvas.ts';
import { measure } from './measures.ts';
import { mendNeck } from './mend-neck.ts';

const { subject } = drawPerson({ top: [40, 60, 120] });
const measures = measure(subject);
const pixel = (x: number, y: number) => {
  const [px, py] = measures.toImage([x, y]);
  return Math.round(py) * subject.size.width + Math.round(px);
};
const nothing = () => new Float32Array(subject.matte.length);

test('given a collar taken away beside the neck, then the neck goes on in the colour of its skin, in its own outline', () => {
  const canvas = canvasOf(subject);
  const collar = nothing();
  const row = measures.chin[1] * 0.5;
  for (let y = row - 0.04; y < row + 0.04; y += 0.002) for (let x = -0.5; x < 0.5; x += 0.002) collar[pixel(x, y)] = 1;
  erase(canvas, collar);
  mendNeck(canvas, subject, measures);
  const middle = pixel(0, row);
  expect(canvas.alpha[middle]).toBeCloseTo(1, 1);
  canvas.rgb.forEach((plane, c) => {
    expect(Math.abs(plane[middle]! - [208, 160, 132][c]! / 255)).toBeLessThan(0.1);
  });
  expect(canvas.alpha[pixel(0.45, row)]).toBe(0);
});

test('given nothing taken away, then nothing changes', () => {
  const canvas = canvasOf(subject);
  mendNeck(canvas, subject, measures);
  expect(canvas).toEqual(canvasOf(subject));
});
