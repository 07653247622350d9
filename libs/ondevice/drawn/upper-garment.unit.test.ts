import { describe, expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { clothOf, type Layer } from '../garment/layer.ts';
import { measureWorn } from '../garment/worn.ts';
import { label } from '../person/labels.ts';
import type { Triple } from '../pixels/colour.ts';
import { canvasOf, finish } from './canvas.ts';
import { measure } from './measures.ts';
import { drawUpper, type Tuck } from './upper-garment.ts';

const { subject } = drawPerson({
  top: [40, 60, 120],
  sleeve: 0.5,
  bottom: { colour: [30, 30, 30], shape: 'legs', hem: 330 },
});
const measures = measure(subject);
const worn = measureWorn(subject);
const red: Triple = [200, 20, 20];

const layer = (made: Partial<Layer>): Layer => ({
  ...{ kind: 'top', name: 't-shirt', neck: 'crew', sleeve: 0.55, material: 'cotton' },
  ...{ colour: red, second: red, pattern: 'solid' },
  ...made,
});

function drawn(made: Partial<Layer>, tuck?: Tuck, covered = false) {
  const canvas = canvasOf(subject);
  const one = layer(made);
  drawUpper(canvas, measures, subject, worn, one, clothOf(one), tuck, covered);
  return finish(canvas);
}

/** Whether a pixel is of the red cloth, in whatever light. */
const isRed = ({ foreground: [r, g, b], matte }: ReturnType<typeof drawn>, x: number, y: number): boolean => {
  const i = y * subject.size.width + x;
  return matte[i]! > 0.9 && r[i]! > 0.2 && r[i]! > 2 * g[i]! && r[i]! > 2 * b[i]!;
};
/** On the right forearm of the picture, half-way to the wrist. */
const forearm = [175, 150] as const;

describe('given a person in a t-shirt', () => {
  test('then a new one covers the trunk, and the forearms stay bare', () => {
    const tee = drawn({});
    expect(isRed(tee, 120, 110)).toBe(true);
    expect(isRed(tee, ...forearm)).toBe(false);
    const i = forearm[1] * subject.size.width + forearm[0];
    expect(subject.parsed.labels[i]).toBe(label.skin);
    expect(tee.foreground[0][i]).toBeCloseTo(subject.foreground[0][i]!, 2);
  });

  test('then a sweater covers the forearms too', () => {
    const sweater = drawn({ name: 'sweater', material: 'knit', sleeve: 2 });
    expect(isRed(sweater, ...forearm)).toBe(true);
  });

  test('then of a sweater below a jacket the front is drawn, and neither sleeves nor sides', () => {
    const below = drawn({ name: 'sweater', material: 'knit', sleeve: 2 }, undefined, true);
    expect(isRed(below, 120, 110)).toBe(true);
    expect(isRed(below, ...forearm)).toBe(false);
    const [x, y] = measures.toImage([0.42, 0.6 * measures.torso]);
    expect(isRed(drawn({ name: 'sweater', material: 'knit', sleeve: 2 }), Math.round(x), Math.round(y))).toBe(true);
    expect(isRed(below, Math.round(x), Math.round(y))).toBe(false);
  });

  test('then a coat hangs down to below the knees, beside the legs too, and is open in the middle', () => {
    const coat = drawn({ kind: 'outer', cut: 'blazer', name: 'coat', material: 'wool', sleeve: 2 });
    expect(isRed(coat, 80, 262)).toBe(true);
    expect(subject.matte[262 * subject.size.width + 80]).toBe(0);
    expect(isRed(coat, 120, 110)).toBe(false);
    expect(isRed(drawn({}), 80, 262)).toBe(false);
  });

  test('then a blazer ends on the hips', () => {
    const blazer = drawn({ kind: 'outer', cut: 'blazer', name: 'blazer', material: 'wool', sleeve: 2 });
    expect(isRed(blazer, 90, 180)).toBe(true);
    expect(isRed(blazer, 90, 215)).toBe(false);
  });

  test('then a tucked shirt ends below the waistband, which is drawn once, and a loose one goes on', () => {
    let times = 0;
    const shirt = { name: 'shirt', neck: 'collar', sleeve: 2 } as const;
    const tucked = drawn(shirt, { at: 0.6, draw: () => times++ });
    expect(times).toBe(1);
    expect(isRed(tucked, 120, 120)).toBe(true);
    expect(isRed(tucked, 112, 170)).toBe(false);
    expect(isRed(drawn(shirt), 112, 170)).toBe(true);
  });

  test('then a tie of its own colour hangs before a shirt', () => {
    const shirt = { name: 'shirt', neck: 'collar', sleeve: 2, colour: [250, 250, 250] } as const;
    const [tied, plain] = [drawn({ ...shirt, tie: 'red' }), drawn(shirt)];
    expect(isRed(tied, 120, 115)).toBe(true);
    expect(isRed(tied, 105, 115)).toBe(false);
    expect(isRed(plain, 120, 115)).toBe(false);
  });

  test('then the cloth is lit: not everywhere alike', () => {
    const { foreground } = drawn({});
    const row = Array.from({ length: 40 }, (_, k) => foreground[0][120 * subject.size.width + 100 + k]!);
    expect(Math.max(...row) - Math.min(...row)).toBeGreaterThan(0.02);
  });

  test('then the same order gives the same picture', () => {
    expect(drawn({}).foreground[0]).toEqual(drawn({}).foreground[0]);
  });
});
