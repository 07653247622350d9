import { expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { mean } from '../pixels/statistics.ts';
import { bodyPart } from './body-map.ts';
import { label } from './labels.ts';
import { protect } from './protected.ts';

const { subject } = drawPerson({ top: [40, 50, 110], sleeve: 2 });
const { body, parsed, foreground, matte, size } = subject;

/** How far skin is protected that takes the upper arm of somebody with long sleeves between these places along it. */
function protectedBetween(from: number, to: number): number {
  const isSkin = (i: number) =>
    body.part[i] === bodyPart.leftUpperArm &&
    parsed.labels[i] === label.top &&
    body.along[i]! >= from &&
    body.along[i]! < to;
  const labels = parsed.labels.map((which, i) => (isSkin(i) ? label.skin : which));
  const { skin } = protect({ ...parsed, labels }, body, foreground, matte, size);
  return mean(skin.filter((_, i) => isSkin(i)));
}

test('given a little skin beside a sleeve, then it is that of the chest; a bare upper arm is not painted', () => {
  expect(protectedBetween(-1, 0.05)).toBeLessThan(0.1);
  expect(protectedBetween(-1, 0.6)).toBeGreaterThan(0.9);
  // Below a sleeve that nearly reaches the elbow.
  expect(protectedBetween(0.93, 2)).toBeGreaterThan(0.9);
});
