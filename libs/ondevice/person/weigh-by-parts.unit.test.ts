import { expect, test } from 'vitest';
import { figureFrame, figureSize } from '../fixtures/stick-figure.ts';
import type { SeenParts } from '../parts/see-parts.ts';
import type { Evidence } from './body-evidence.ts';
import { label, labelCount } from './labels.ts';
import type { Limb } from './on-limbs.ts';
import { weighByParts } from './weigh-by-parts.ts';

const { width, height } = figureSize;
const count = width * height;
const at = (x: number, y: number) => y * width + x;
const noSkin = new Float32Array(count);

/** Hair on the left half of the square round the chest, clothes on the right one; half of every pixel is ground. */
const parts: SeenParts = {
  side: 2,
  region: { x: 100, y: 130, width: 80, height: 80, rotation: 0 },
  ground: new Float32Array(4).fill(0.5),
  hair: Float32Array.of(0.5, 0, 0.5, 0),
  skin: new Float32Array(4),
  clothes: Float32Array.of(0, 0.5, 0, 0.5),
};

function weighed(
  prior: number,
  seed = 0,
  seen = parts,
  { limbs = [], skinLike = noSkin }: Partial<Pick<Evidence, 'limbs' | 'skinLike'>> = {},
) {
  const priors = Array.from({ length: labelCount }, () => new Float32Array(count).fill(prior));
  priors[label.background]?.fill(0);
  const seeds = new Uint8Array(count).fill(seed);
  weighByParts(seen, { frame: figureFrame(), size: figureSize, limbs, skinLike }, priors, seeds);
  return {
    of: (which: number, x: number, y: number) => priors[which]?.[at(x, y)],
    seed: (x: number, y: number) => seeds[at(x, y)],
  };
}

test('given hair where the place lets none be expected, then it is expected, as a share of the person', () => {
  expect(weighed(0.1).of(label.hair, 62, 130)).toBeCloseTo(0.9);
});

test('given what is only a little like hair, then the place decides whether hair is expected', () => {
  const seen = { ...parts, hair: parts.hair.map((value) => 0.4 * value) };
  expect(weighed(0.1, 0, seen).of(label.hair, 62, 130)).toBeLessThan(0.1);
});

test('given clothes, then hair and skin are nearly ruled out there', () => {
  const { of } = weighed(0.5);
  expect(of(label.top, 138, 130)).toBeCloseTo(0.9);
  expect(of(label.hair, 138, 130)).toBeCloseTo(0.02);
  expect(of(label.skin, 138, 130)).toBeCloseTo(0.02);
});

test('given skin where the place lets cloth be expected, then it is expected if it has the colour of the face', () => {
  const seen = { ...parts, skin: parts.clothes, clothes: parts.skin };
  const skinLike = new Float32Array(count).fill(1.2);
  expect(weighed(0.1, 0, seen, { skinLike }).of(label.skin, 138, 130)).toBeCloseTo(0.45);
  expect(weighed(0.1, 0, seen).of(label.skin, 138, 130)).toBeCloseTo(0.1);
});

test('given clothes and a little skin on a limb with the colours of skin, then clothes are expected less, hair no more', () => {
  const arm: Limb = { from: [138, 100], to: [138, 160], radii: [10, 10], skin: new Array(14).fill(1) };
  const sleeve: Limb = { ...arm, skin: new Array(14).fill(-1) };
  const seen = { ...parts, skin: Float32Array.of(0, 0.1, 0, 0.1), clothes: Float32Array.of(0, 0.4, 0, 0.4) };
  const [bare, covered] = [weighed(0.1, 0, seen, { limbs: [arm] }), weighed(0.1, 0, seen, { limbs: [sleeve] })];
  expect(bare.of(label.top, 138, 130)).toBeLessThan(0.1 * covered.of(label.top, 138, 130)!);
  for (const which of [label.skin, label.hair]) expect(bare.of(which, 138, 130)).toBe(covered.of(which, 138, 130));
});

test('given a bare place, then neither skin nor what is worn below the waist is expected more than by the place', () => {
  expect(weighed(0.1).of(label.bottom, 138, 130)).toBeCloseTo(0.1);
});

test('given a place outside of what was looked at, then nothing changes', () => {
  const { of, seed } = weighed(0.3, label.top);
  expect(of(label.hair, 20, 290)).toBeCloseTo(0.3);
  expect(seed(20, 290)).toBe(label.top);
});

test('given seeds, then colours are not learnt where the classifier sees another part', () => {
  const { seed } = weighed(0.3, label.hair);
  expect([seed(62, 130), seed(138, 130)]).toEqual([label.hair, 0]);
});

test('given a place below the chin, where skin is as dark as cloth, then the classifier counts twice', () => {
  const frame = figureFrame();
  const [x, y] = frame.head.chin.map(Math.round) as [number, number];
  const priors = Array.from({ length: labelCount }, () => new Float32Array(count).fill(0.5));
  priors[label.background]?.fill(0);
  const all = (value: number) => new Float32Array(4).fill(value);
  const shaded = {
    ...{ ground: all(0), hair: all(0), skin: all(0.75), clothes: all(0.25) },
    ...{ side: 2, region: { x, y, width: 80, height: 80, rotation: 0 } },
  };
  weighByParts(shaded, { frame, size: figureSize, limbs: [], skinLike: noSkin }, priors, new Uint8Array(count));
  const of = (which: number) => priors[which]?.[at(x, y + 5)] ?? 0;
  expect(of(label.skin) / of(label.top)).toBeCloseTo(9, 0);
  expect(of(label.hair)).toBeLessThan(0.002);
});

test('given an arm raised beside the head, then a brown sleeve is not expected to be hair', () => {
  const frame = figureFrame();
  const raised = { ...frame, at: (which: number) => (which === 14 ? ([62, 60] as const) : frame.at(which)) };
  const priors = Array.from({ length: labelCount }, () => new Float32Array(count).fill(0.1));
  priors[label.background]?.fill(0);
  weighByParts(
    { ...parts, region: { ...parts.region, y: 90 } },
    { frame: raised as typeof frame, size: figureSize, limbs: [], skinLike: noSkin },
    priors,
    new Uint8Array(count),
  );
  expect(priors[label.hair]?.[at(62, 70)]).toBeCloseTo(0.1);
});
