import { describe, expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import type { Subject } from '../garment/subject.ts';
import type { Triple } from '../pixels/colour.ts';
import type { Rgb } from '../pixels/plane.ts';
import { isBroken } from './is-broken.ts';
import { measureChange } from './measure-change.ts';

const { subject } = drawPerson({
  top: [180, 30, 40],
  sleeve: 2,
  bottom: { colour: [20, 30, 60], shape: 'legs', hem: 330 },
});
const { width } = subject.size;

/** The person with `colour` wherever `where` holds. */
function painted(
  of: Subject,
  where: (x: number, y: number, label: number) => boolean,
  colour: (x: number) => Triple,
): Rgb {
  const out = of.foreground.map((plane) => plane.slice()) as unknown as [Float32Array, Float32Array, Float32Array];
  of.parsed.labels.forEach((which, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    if (where(x, y, which)) for (let c = 0; c < 3; c++) out[c]![i] = colour(x)[c]! / 255;
  });
  return out;
}
/** Of what is measured elsewhere. */
const whole = { oldCloth: 0, uncovered: 0, guessed: 0, neckInvented: 0, hairCut: 0, waistInvented: 0 };
const green = (): Triple => [30, 140, 60];
const onTop = (_: number, __: number, label: number) => label === 3;

describe('a dressed person against the photograph', () => {
  test('given the top recoloured, then nothing is broken', () => {
    const change = measureChange(subject, painted(subject, onTop, green));
    expect(change.protectedChanged).toBe(0);
    expect(change.ragged).toBeLessThan(1.5);
    expect(isBroken({ ...change, ...whole }, true)).toBe(false);
  });

  test('given cloth in a tone of the worn one, so that half of it has the same colour, then its outline is whole all the same', () => {
    const alike = (x: number): Triple => (Math.floor(x / 3) % 2 ? [186, 36, 46] : [240, 140, 150]);
    const change = measureChange(subject, painted(subject, onTop, alike));
    expect(change.ragged).toBeLessThan(1.5);
    expect(change.torn).toBe(0);
  });

  test('given hair that is painted, then it is broken', () => {
    const change = measureChange(
      subject,
      painted(subject, (x, y, which) => onTop(x, y, which) || which === 1, green),
    );
    expect(change.protectedChanged).toBeGreaterThan(0.1);
    expect(isBroken({ ...change, ...whole }, true)).toBe(true);
  });

  test('given bare arms that are painted, then skin is', () => {
    const { subject: bare } = drawPerson({ top: [40, 60, 160], sleeve: 0 });
    const change = measureChange(
      bare,
      painted(bare, (_, y, which) => which === 3 || (which === 2 && y > 90), green),
    );
    expect(change.skinPainted).toBeGreaterThan(1);
    expect(isBroken({ ...change, ...whole }, false)).toBe(true);
  });

  test('given gaps and scraps of the old cloth, then it is torn', () => {
    const scraps = (x: number, y: number, which: number) =>
      which === 3 && Math.hypot((x % 26) - 13, (y % 26) - 13) > 10;
    const change = measureChange(subject, painted(subject, scraps, green));
    expect(change.torn).toBeGreaterThan(0.2);
    expect(isBroken({ ...change, ...whole }, true)).toBe(true);
  });

  test('given the old stripes through the new cloth, then they are seen; ordered stripes are not', () => {
    const lines = (x: number): Triple => (x % 4 < 2 ? [180, 30, 40] : [250, 240, 240]);
    const before: Subject = { ...subject, foreground: painted(subject, onTop, lines) };
    const left = painted(before, onTop, (x) => (x % 4 < 2 ? [30, 90, 40] : [90, 200, 110]));
    const change = measureChange(before, left);
    expect(change.printLeft).toBeGreaterThan(measureChange(before, painted(before, onTop, green)).printLeft + 0.05);
    expect(isBroken({ ...change, ...whole }, true)).toBe(true);
    expect(isBroken({ ...change, ...whole }, false)).toBe(false);
  });
});
