import { expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { label } from '../person/labels.ts';
import { asWideAsWorn } from './as-wide-as-worn.ts';
import { measure } from './measures.ts';
import { necklinePoints, neckShape } from './necklines.ts';
import { upperStyle } from './upper-styles.ts';
import { upperTrunk } from './upper-trunk.ts';

function widened(height?: number) {
  const { subject } = drawPerson({ top: [40, 60, 120], ...(height && { height }) });
  const measures = measure(subject);
  const style = upperStyle({ kind: 'top', name: 't-shirt', neck: 'crew', material: 'cotton', sleeve: 0.55 });
  const shape = neckShape('crew', measures, undefined);
  const neck = necklinePoints(measures, shape, style.lift);
  const body = upperTrunk(measures, style, { waist: undefined, bare: false, soft: 1, neck, shares: shape.shares });
  return { subject, measures, wide: asWideAsWorn(subject, measures, body, [neck[0]!, neck.at(-1)!]) };
}

test('given a close portrait, then a garment reaches as far as the worn top, but not to the neck', () => {
  const { subject, measures, wide } = widened(95);
  const { size, parsed } = subject;
  const row = size.height - 2;
  const inRow = Array.from({ length: size.width }, (_, x) => x).filter(
    (x) => parsed.labels[row * size.width + x] === label.top,
  );
  const inside = (x: number) => wide?.inside?.(...measures.toBody(x, row));
  expect(inside(inRow[0]! + 3)).toBeGreaterThan(0);
  expect(inside(inRow.at(-1)! - 3)).toBeGreaterThan(0);
  expect(inside(inRow[0]! - 4)).toBeLessThan(0);
  expect(inside(parsed.frame.neck[0])).toBeLessThan(0);
});

test('given a picture that shows the chest, then a garment may be narrower', () => {
  expect(widened().wide).toBeUndefined();
});
