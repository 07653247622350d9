import { describe, expect, test } from 'vitest';
import { doubtfulBrim } from './doubtful-brim.ts';

const [width, height] = [200, 200];
const box = { left: 80, right: 130, top: 70, bottom: 130, score: 1, points: [] };
const [felt, wall] = [60, 230];
const isHead = (x: number, y: number) => x >= 75 && x < 135 && y >= 40;
const isBrim = (x: number, y: number) => x >= 135 && x < 165 && y >= 60 && y < 75;

/** A head in dark felt before a light wall, and what is believed of it, `doubt` on the brim and on one pixel round the head. */
function see(
  doubt: number,
  isFelt: (x: number, y: number) => boolean = (x, y) => isHead(x, y) || isBrim(x, y),
  inDoubt: (x: number, y: number) => boolean = isBrim,
) {
  const data = new Uint8Array(width * height * 3);
  const belief = new Float32Array(width * height);
  for (let i = 0; i < belief.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    data.fill(isFelt(x, y) ? felt : wall, i * 3, i * 3 + 3);
    belief[i] = isHead(x, y) ? 1 : inDoubt(x, y) || isHead(x + 1, y) ? doubt : 0;
  }
  doubtfulBrim(belief, { data, width, height }, { box });
  return (x: number, y: number) => belief[y * width + x]!;
}

describe('a brim in doubt', () => {
  test('given the colours of the head, then it is the person’s; the outline stays in doubt', () => {
    const at = see(0.3);
    expect(at(150, 67)).toBeCloseTo(0.8);
    expect(at(74, 100)).toBeCloseTo(0.3);
  });

  test('given the colours of the wall, then it stays in doubt', () => {
    expect(see(0.3, isHead)(150, 67)).toBeCloseTo(0.3);
  });

  test('given those colours in the ground too, then it stays in doubt', () => {
    const at = see(0.3, (x, y) => isHead(x, y) || isBrim(x, y) || x < 40);
    expect(at(150, 67)).toBeCloseTo(0.3);
  });

  test('given doubt of all that is beside the head, then it stays in doubt, also in the colours of the head', () => {
    const beside = (x: number, y: number) => x >= 135 && y < 130;
    const at = see(0.3, (x, y) => isHead(x, y) || beside(x, y), beside);
    expect(at(150, 67)).toBeCloseTo(0.3);
  });

  test('given hardly any belief in it, then it stays ground', () => {
    expect(see(0.05)(150, 67)).toBeCloseTo(0.05);
  });
});
