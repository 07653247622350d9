import { describe, expect, test } from 'vitest';
import { standingMeasures } from '../fixtures/standing-measures.ts';
import { surfaces } from '../garment/materials.ts';
import type { Cloth } from '../garment/paint-cloth.ts';
import type { Plane } from '../pixels/plane.ts';
import type { Canvas } from './canvas.ts';
import { closeWornCollar } from './worn-collar.ts';

const size = { width: 400, height: 500 };
const measures = standingMeasures();
const red: Cloth = {
  ...{ kind: 'top', colour: [0.5, 0.02, 0.02], second: [0.5, 0.02, 0.02], pattern: 'solid', surface: surfaces.cotton },
};
const ends = [
  [-0.2, -0.12],
  [0.2, -0.12],
] as const;

/** Shoulders that rise to the neckline's ends. */
const slope = (x: number): number => 0.02 - 0.7 * (0.4 - Math.abs(x));

/** 1 within a range of body coordinates. */
const area = (isInside: (x: number, y: number) => boolean): Plane =>
  Float32Array.from({ length: size.width * size.height }, (_, i) =>
    isInside(...measures.toBody(i % size.width, Math.floor(i / size.width))) ? 1 : 0,
  );
const at = (x: number, y: number): number => {
  const [px, py] = measures.toImage([x, y]);
  return Math.round(py) * size.width + Math.round(px);
};

/** A canvas of white skin left and right of which a collar of `height` shoulder widths was taken away. */
function opened(height: number, continued = false) {
  const away = area((x, y) => Math.abs(x) > 0.1 && Math.abs(x) < 0.25 && y > -0.1 - height && y < -0.1);
  const alpha = area((x, y) => Math.abs(x) <= 0.1 && y > -0.5 && y < 0.2);
  const canvas: Canvas = {
    ...{ size, alpha, cloth: new Float32Array(alpha.length) },
    rgb: [alpha.slice(), alpha.slice(), alpha.slice()],
  };
  return { canvas, kept: closeWornCollar(canvas, measures, away, ends, slope, red, continued) };
}

describe('given a worn collar that was taken away beside the neck', () => {
  const { canvas, kept } = opened(0.25);

  test('then cloth takes its place, and the neckline is the worn one', () => {
    expect(kept).toBe(true);
    const i = at(0.17, -0.2);
    expect(canvas.alpha[i]).toBeCloseTo(1, 1);
    expect(canvas.rgb[0][i]).toBeGreaterThan(2 * canvas.rgb[1][i]!);
  });

  test('then the neck stays, and nothing is added where no collar was', () => {
    expect(canvas.rgb[1][at(0, -0.2)]).toBe(1);
    expect(canvas.alpha[at(0.4, -0.2)]).toBe(0);
    expect(canvas.alpha[at(0.17, -0.5)]).toBe(0);
  });

  test('then what stood away from the neck above the shoulders is left out', () => {
    expect(canvas.alpha[at(0.23, -0.33)]).toBe(0);
  });
});

test('given a narrow gap, then it is closed and the neckline is the new one', () => {
  const { canvas, kept } = opened(0.04);
  expect(kept).toBe(false);
  expect(canvas.alpha[at(0.17, -0.12)]).toBeGreaterThan(0.5);
});

test('given a neck whose skin was continued, then no collar stands round it, and what lies on the shoulders stays', () => {
  const { canvas } = opened(0.25, true);
  expect(canvas.alpha[at(0.13, -0.25)]).toBe(0);
  expect(canvas.alpha[at(0.17, -0.108)]).toBeGreaterThan(0.5);
});
