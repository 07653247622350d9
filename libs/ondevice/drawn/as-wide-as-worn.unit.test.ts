import { expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { label } from '../person/labels.ts';
import { asWideAsWorn } from './as-wide-as-worn.ts';
import { measure } from './measures.ts';
import { necklinePoints, neckShape } from './necklines.ts';
import { upperStyle } from './upper-styles.ts';
import { upperTrunk } from './upper-trunk.ts';

/** @param cowl whether a wide collar rises from the shoulders to above the ends of the new neckline */
function widened(height?: number, cowl = false) {
  const { subject } = drawPerson({ top: [40, 60, 120], ...(height && { height }) });
  const measures = measure(subject);
  if (cowl) {
    const { labels } = subject.parsed;
    const [, from] = measures.shoulderTop(1, 0.9);
    for (let i = 0; i < labels.length; i++) {
      const [x, y] = measures.toBody(i % subject.size.width, Math.floor(i / subject.size.width));
      const out = Math.abs(x);
      if (out < 0.18 || out > 0.45 || y > 0 || y < from - 0.65 * (0.45 - out)) continue;
      labels[i] = label.top;
      subject.matte[i] = 1;
    }
  }
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

test('given a worn collar that lies high on the shoulders, then what is higher than the new neckline is left out', () => {
  const { measures, wide } = widened(95, true);
  const [x, y] = [0.24, measures.shoulderTop(1, 0.33)[1]];
  expect(wide?.inside?.(x, y - 0.05)).toBeLessThan(0);
  expect(wide?.inside?.(x, y + 0.05)).toBeGreaterThan(0);
});
