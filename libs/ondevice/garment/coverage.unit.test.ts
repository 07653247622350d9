import { expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { bodyPart } from '../person/body-map.ts';
import { label } from '../person/labels.ts';
import { total } from '../pixels/plane.ts';
import { coverage } from './coverage.ts';
import type { Neck } from './garments.ts';
import type { Subject } from './subject.ts';
import { measureWorn } from './worn.ts';

const { subject } = drawPerson({ top: [40, 50, 110], sleeve: 0.5 });
const { parsed, size } = subject;

/** Somebody without any clothes that are seen, with the shoulders `down` pixels below where they are drawn. */
function bare(down: number): Subject {
  const labels = parsed.labels.map((which) => (which === label.top ? label.skin : which));
  const lower = ({ shoulder: [x, y], ...arm }: (typeof parsed.frame.arms)[0]) => ({
    ...arm,
    shoulder: [x, y + down] as const,
  });
  const arms = [lower(parsed.frame.arms[0]), lower(parsed.frame.arms[1])] as const;
  return { ...subject, parsed: { ...parsed, labels, frame: { ...parsed.frame, arms } } };
}
const covered = (of: Subject, neck: Neck) => total(coverage(of, measureWorn(of), { kind: 'top', neck, sleeve: 0 }));

test('given shoulders below the picture, then no skin is covered, but by a turtleneck', () => {
  expect(covered(bare(0), 'crew')).toBeGreaterThan(100);
  expect(covered(bare(size.height), 'crew')).toBe(0);
  expect(covered(bare(size.height), 'turtle')).toBeGreaterThan(100);
});

test('given an outline of half opacity, then its colours are wholly those of the garment', () => {
  const i = parsed.labels.findIndex((which, k) => which === label.top && parsed.labels[k + 3] === label.top);
  const matte = subject.matte.slice();
  for (let k = i - 2; k <= i + 2; k++) matte[k] = 0.5;
  const soft = { ...subject, matte };
  const order = { kind: 'top', neck: 'crew', sleeve: 0.5 } as const;
  const cover = coverage(soft, measureWorn(soft), order);
  expect(cover[i + 1]).toBeCloseTo(coverage(subject, measureWorn(subject), order)[i + 1]!, 1);
});

test('given a waistcoat, then worn sleeves are left to what is below it, which the whole worn top is not', () => {
  const order = { neck: 'crew', sleeve: 0 } as const;
  const worn = measureWorn(subject);
  const [waistcoat, top] = (['outer', 'top'] as const).map((kind) => coverage(subject, worn, { kind, ...order }));
  const isArm = (i: number) => subject.body.part[i] !== bodyPart.torso;
  const onArms = (cover: Float32Array) => total(cover.filter((_, i) => isArm(i)));
  expect(onArms(top!)).toBeGreaterThan(20);
  expect(onArms(waistcoat!)).toBeLessThan(0.1 * onArms(top!));
  expect(total(waistcoat!)).toBeGreaterThan(100);
});

test('given somebody seen from the side, then the skin of the neck is not covered, and the worn top is', () => {
  const [x] = parsed.frame.neck;
  const [one, other] = parsed.frame.arms;
  const near = ({ shoulder: [from, y], ...arm }: typeof one) => ({
    ...arm,
    shoulder: [x + 0.2 * (from - x), y] as const,
  });
  const frame = { ...parsed.frame, arms: [near(one), near(other)] as const };
  const turned = (from: Subject): Subject => ({ ...from, parsed: { ...from.parsed, frame } });
  const onTrunk = (of: Subject) => {
    const cover = coverage(of, measureWorn(of), { kind: 'top', neck: 'crew', sleeve: 0 });
    return total(cover.filter((_, i) => subject.body.part[i] === bodyPart.torso));
  };
  expect(onTrunk(bare(0))).toBeGreaterThan(100);
  expect(onTrunk(turned(bare(0)))).toBeLessThan(0.02 * onTrunk(bare(0)));
  expect(onTrunk(turned(subject))).toBeGreaterThan(0.9 * onTrunk(subject));
});

test.each([0, 0.3])(
  'given a garment with sleeves to %d, then skin beside a long sleeve is covered as the chest, and beside a short one may be the arm',
  (asked) => {
    const besideArm = (sleeve: number) => {
      const { subject: dressed } = drawPerson({ top: [40, 50, 110], sleeve });
      const { body, parsed } = dressed;
      const isBeside = (i: number) =>
        body.part[i] === bodyPart.leftUpperArm && body.v[i]! > 0.2 && body.along[i]! > 0.4 && body.along[i]! < 0.9;
      const labels = parsed.labels.map((which, i) => (isBeside(i) ? label.skin : which));
      const of = { ...dressed, parsed: { ...parsed, labels } };
      const worn = { ...measureWorn(of), sleeve };
      const cover = coverage(of, worn, { kind: 'dress', neck: 'crew', sleeve: asked });
      const there = cover.filter((_, i) => isBeside(i) && worn.top[i] === 0 && worn.untouchable[i]! < 0.1);
      return { pixels: there.length, mean: total(there) / there.length };
    };
    expect(besideArm(2).pixels).toBeGreaterThan(5);
    expect(besideArm(2).mean).toBeGreaterThan(0.9);
    expect(besideArm(0.3).mean).toBeLessThan(0.5);
  },
);
