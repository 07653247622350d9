import { expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { canvasOf, restore } from './canvas.ts';

test('given cloth over the person, when they are restored, then what is seen there is theirs and no cloth', () => {
  const { subject } = drawPerson({ top: [180, 30, 40] });
  const canvas = canvasOf(subject);
  const inside = subject.matte.indexOf(1);
  for (const plane of canvas.rgb) plane[inside] = 0;
  canvas.cloth[inside] = 1;
  restore(canvas, subject, new Float32Array(subject.matte.length).fill(1));
  expect(canvas.rgb.map((plane) => plane[inside])).toEqual(subject.foreground.map((plane) => plane[inside]));
  expect(canvas.cloth[inside]).toBe(0);
});
