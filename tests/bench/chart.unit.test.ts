import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chart, marginOf } from './chart.ts';
import { comparison, value } from './row.ts';

const caption = { machine: '2 cores', at: '2026-03-04', load: 'load average 0.1' };
const described = { unit: 'ms' };
const met = value({ ...described, what: 'stall <10 MB & more>', goal: { at: 'most', bound: 25 } }, 12.5);
const missed = comparison({ ...described, what: 'POST', goal: { at: 'least', bound: 0.8 } }, 'bare', [
  { subject: 20, floor: 100 },
]);

describe('the margin', () => {
  it('is above 1 for a goal met, and below for one missed, whichever side is wanted', () => {
    expect(marginOf(met)).toBe(2);
    expect(marginOf(missed)).toBe(0.25);
  });

  it('of a row without a goal is refused', () => {
    expect(() => marginOf(value({ ...described, what: 'x' }, 1))).toThrow(RangeError);
  });
});

describe('the chart', () => {
  // The service reads no SVG, and unit tests share their modules.
  beforeAll(() => sharp.unblock({ operation: ['VipsForeignLoadSvg'] }));
  afterAll(() => sharp.block({ operation: ['VipsForeignLoadSvg'] }));
  const svg = chart([met, missed, value({ ...described, what: 'no goal' }, 1)], caption);

  it('draws the rows that have goals, on the side of the line that they are on', () => {
    const bars = [...svg.matchAll(/<rect x="(\d+)" y="\d+" width="(\d+)" height="14"/g)];
    const [good, bad] = bars.map(([, x, width]) => ({ from: Number(x), to: Number(x) + Number(width) }));
    expect(bars).toHaveLength(2);
    expect(good?.from).toBe(bad?.to);
    expect(svg).not.toContain('no goal');
  });

  it('cuts off a bar that would leave the picture', () => {
    const far = value({ ...described, what: 'far', goal: { at: 'least', bound: 1 } }, 1e6);
    const [, x, width] = /<rect x="(\d+)" y="\d+" width="(\d+)" height="14"/.exec(chart([far], caption)) ?? [];
    expect(Number(x) + Number(width)).toBeLessThan(960);
  });

  it('is a picture, whatever is in the labels', async () => {
    expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ format: 'svg', width: 960 });
  });
});
