import { expect, test } from 'vitest';
import { surfaces } from '../garment/materials.ts';
import { type Lit, relight } from './relight.ts';

const size = { width: 80, height: 40 };
const pixels = size.width * size.height;
const up: readonly [number, number, number] = [0, -0.49, 0.87];

/** The light on a flat cloth of this luminance with a ridge across it: the brightest and the darkest of it, relative to what is flat. */
function onRidge(albedo: number): { brightest: number; darkest: number } {
  const folds = Float32Array.from(
    { length: pixels },
    (_, i) => 6 * Math.exp(-((Math.floor(i / size.width) - 20) ** 2) / 18),
  );
  const lightOn = relight(
    { left: 0, top: 0, size, alpha: new Float32Array(pixels).fill(1), height: folds, folds },
    100,
    [...up],
    surfaces.cotton,
    albedo,
  );
  const at = (y: number) => {
    const lit: Lit = { intensity: 0, highlight: 0 };
    lightOn(y * size.width + 40, lit);
    return lit.intensity;
  };
  const light = Array.from({ length: 24 }, (_, k) => at(8 + k) / at(4));
  return { brightest: Math.max(...light), darkest: Math.min(...light) };
}

test('given a fold in coloured cloth, then one side is brighter and one is darker', () => {
  const { brightest, darkest } = onRidge(0.2);
  expect(brightest).toBeGreaterThan(1.25);
  expect(darkest).toBeLessThan(0.8);
});

test('given the same fold in white cloth, then its lit side stands out less', () => {
  const [white, coloured] = [onRidge(0.88), onRidge(0.2)];
  expect(white.brightest - 1).toBeGreaterThan(0);
  expect(white.brightest - 1).toBeLessThan(0.5 * (coloured.brightest - 1));
  expect(white.darkest).toBeLessThan(0.9);
});
