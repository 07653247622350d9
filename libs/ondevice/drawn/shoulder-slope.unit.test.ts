import { describe, expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { label } from '../person/labels.ts';
import { measure } from './measures.ts';
import { neckEnds } from './necklines.ts';
import { isShrugged, shoulderSlope } from './shoulder-slope.ts';

const { subject } = drawPerson({ top: [40, 60, 120] });
const measures = measure(subject);
const ends = neckEnds('crew', measures);
const right = ends[1][0];

/** The person with a block of cloth that stands on the right shoulder, beside the neck. */
function withWing() {
  const labels = subject.parsed.labels.slice();
  const matte = subject.matte.slice();
  for (let i = 0; i < matte.length; i++) {
    const [u, v] = measures.toBody(i % subject.size.width, Math.floor(i / subject.size.width));
    if (u < right - 0.01 || u > right + 0.08 || v < ends[1][1] - 0.25 || v > ends[1][1] + 0.1) continue;
    labels[i] = label.top;
    matte[i] = 1;
  }
  return { ...subject, matte, parsed: { ...subject.parsed, labels } };
}

describe('given shoulders on which nothing stands', () => {
  const slope = shoulderSlope(subject, measures, ends);

  test('then their ends are not limited', () => {
    expect(slope(measures.tips[1][0])).toBeLessThan(-2);
  });

  test('then the limit rises towards the neck by 35 degrees at most', () => {
    const rise = slope(right + 0.04) - slope(right);
    expect(rise).toBeLessThanOrEqual(0.04 * 0.7 + 1e-6);
  });
});

test('given a collar that stands on a shoulder, then the limit goes on as below it', () => {
  const slope = shoulderSlope(withWing(), measures, ends);
  expect(slope(right + 0.02)).toBeGreaterThan(ends[1][1] - 0.15);
});

test.each([
  ['that falls away from the neck', false, 0.02],
  ['that is higher than the end of the neckline', true, -0.3],
  ['that is not seen', undefined, -9],
] as const)('given a shoulder %s, then shrugged is %s', (_, shrugged, top) => {
  expect(isShrugged(() => top, [0.2, -0.15], [0.6, -0.05])).toBe(shrugged);
});
