import { describe, expect, test } from 'vitest';
import { drawPerson, hair, skin } from '../fixtures/drawn-person.fixture.ts';
import type { LegCut } from '../garment/garments.ts';
import { clothOf, type Layer } from '../garment/layer.ts';
import type { Subject } from '../garment/subject.ts';
import type { Triple } from '../pixels/colour.ts';
import { type Drawable, type Drawn, drawGarments } from './draw-garments.ts';
import { measure } from './measures.ts';

const navy: Triple = [40, 60, 120];
const grey: Triple = [120, 120, 120];
const red: Triple = [200, 30, 30];
const width = 240;

const made = (rest: Pick<Layer, 'kind' | 'name'> & Partial<Layer>): Drawable => {
  const usual = { neck: 'crew', sleeve: 2, material: 'cotton', pattern: 'solid', colour: red, second: red } as const;
  const layer: Layer = { ...usual, ...rest };
  return { layer, cloth: clothOf(layer) };
};
const jacket = made({ kind: 'outer', name: 'jacket', cut: 'zip' });
const coat = made({ kind: 'outer', name: 'coat', cut: 'blazer' });
const gilet = made({ kind: 'outer', name: 'gilet', cut: 'zip', sleeve: 0 });
const below = (cut: LegCut, length: number) => made({ kind: 'bottom', name: 'bottom', lower: { cut, length } });
const dress = made({ kind: 'dress', name: 'dress', sleeve: 0.5, lower: { cut: 'a-line skirt', length: 1 } });

/** Somebody in a navy top with short sleeves and grey trousers, or what is said. */
const person = (worn: Partial<Parameters<typeof drawPerson>[0]> = {}): Subject =>
  drawPerson({ top: navy, sleeve: 0.5, bottom: { colour: grey, shape: 'legs', hem: 330 }, ...worn }).subject;
const draw = (subject: Subject, ...garments: Drawable[]) => drawGarments(subject, measure(subject), garments);
/** Somebody for the tests that need nobody else. */
const plain = person();

const at = (x: number, y: number) => y * width + x;
const isRed = ({ foreground: [r, g], matte }: Drawn, x: number, y: number) =>
  matte[at(x, y)]! > 0.5 && r[at(x, y)]! > 0.25 && r[at(x, y)]! > 1.8 * g[at(x, y)]!;
/** Whether a place has the colour that it had on the photograph, or hardly darker in a shadow. */
const looks = ({ foreground }: Drawn, x: number, y: number, colour: Triple) =>
  foreground.every((plane, c) => Math.abs(plane[at(x, y)]! - colour[c]! / 255) < 0.05 + 0.2 * (colour[c]! / 255));

describe('a jacket over a t-shirt', () => {
  const subject = plain;
  const dressed = draw(subject, jacket);

  test('then it covers the trunk beside its opening, in which the top shows', () => {
    expect(isRed(dressed, 98, 130)).toBe(true);
    expect(isRed(dressed, 142, 130)).toBe(true);
    expect(looks(dressed, 120, 130, navy)).toBe(true);
  });

  test('then its sleeves follow the arms, a little outside of them, and end above the hands', () => {
    const outermost = (y: number) => Array.from({ length: width }, (_, x) => x).findLast((x) => isRed(dressed, x, y))!;
    const bare = (y: number) =>
      Array.from({ length: width }, (_, x) => x).findLast((x) => subject.matte[at(x, y)]! > 0.5)!;
    for (const y of [90, 120, 150]) {
      expect(outermost(y)).toBeGreaterThanOrEqual(bare(y));
      expect(outermost(y)).toBeLessThan(bare(y) + 8);
    }
    expect(isRed(dressed, 176, 184)).toBe(false);
  });

  test('then head, hair and what lies below its hem are as photographed', () => {
    expect(looks(dressed, 120, 18, hair)).toBe(true);
    expect(looks(dressed, 120, 40, skin)).toBe(true);
    expect(looks(dressed, 100, 230, grey)).toBe(true);
    expect(dressed.matte[at(20, 130)]).toBe(0);
  });

  test('then the same again is the same', () => {
    expect(draw(person(), jacket)).toEqual(dressed);
  });
});

test('given a coat, then it hangs open down to the knees', () => {
  const dressed = draw(plain, coat);
  expect([isRed(dressed, 88, 215), isRed(dressed, 152, 215), isRed(dressed, 120, 150)]).toEqual([true, true, false]);
  expect(looks(dressed, 100, 300, grey)).toBe(true);
});

test('given a gilet, then the arms stay as they are', () => {
  const dressed = draw(plain, gilet);
  expect(isRed(dressed, 98, 130)).toBe(true);
  expect(looks(dressed, 171, 92, navy)).toBe(true);
  expect(looks(dressed, 174, 150, skin)).toBe(true);
});

test('given a hand before the jacket, then it comes back on top', () => {
  const subject = plain;
  const hands = new Float32Array(subject.matte.length);
  for (let y = 135; y < 145; y++) hands.fill(1, at(90, y), at(100, y));
  const held = { ...subject, protected: { ...subject.protected, hands } };
  expect(looks(draw(held, jacket), 95, 140, navy)).toBe(true);
});

test('given shade on one side of the worn top, then the jacket is darker there', () => {
  const subject = plain;
  const residual = subject.shading.residual.map((_, i) => (i % width < 120 ? -0.5 : 0));
  const shaded = { ...subject, shading: { ...subject.shading, residual } };
  const [lit] = draw(shaded, jacket).foreground;
  expect(lit[at(95, 140)]!).toBeLessThan(0.85 * lit[at(145, 140)]!);
});

describe('a skirt over trousers', () => {
  const dressed = draw(plain, below('a-line skirt', 1));

  test('then it closes the gap between the legs below the top, which stays', () => {
    expect([isRed(dressed, 120, 220), isRed(dressed, 95, 220)]).toEqual([true, true]);
    expect(looks(dressed, 120, 120, navy)).toBe(true);
  });

  test('then the legs show below its hem', () => {
    expect(isRed(dressed, 98, 290)).toBe(false);
    expect(dressed.matte[at(98, 290)]!).toBeGreaterThan(0.9);
    expect(dressed.matte[at(120, 300)]!).toBeLessThan(0.1);
  });
});

test('given a narrow skirt over a wide one, then nothing of that stands out beside it', () => {
  const subject = person({ bottom: { colour: grey, shape: 'skirt', hem: 240 } });
  const dressed = draw(subject, below('straight skirt', 1));
  expect(isRed(dressed, 120, 230)).toBe(true);
  expect(subject.matte[at(72, 234)]!).toBe(1);
  expect(dressed.matte[at(72, 234)]!).toBeLessThan(0.1);
});

describe('trousers over a skirt', () => {
  const dressed = draw(person({ bottom: { colour: grey, shape: 'skirt', hem: 240 } }), below('straight trousers', 2));

  test('then each leg is covered to the ankle, and the skirt between them is gone', () => {
    expect([isRed(dressed, 98, 300), isRed(dressed, 142, 300), isRed(dressed, 98, 220)]).toEqual([true, true, true]);
    expect(dressed.matte[at(120, 236)]!).toBeLessThan(0.2);
  });

  test('given shorts, then they end above the knees', () => {
    const short = draw(person({ bottom: { colour: grey, shape: 'legs', hem: 200 } }), below('straight trousers', 0.6));
    expect([isRed(short, 98, 205), isRed(short, 98, 240)]).toEqual([true, false]);
    expect(looks(short, 98, 260, skin)).toBe(true);
  });
});

test('given shoes, then trousers leave them in front', () => {
  const shoes: Triple = [20, 20, 20];
  expect(looks(draw(person({ shoes }), below('wide trousers', 2)), 98, 342, shoes)).toBe(true);
});

test('given a dress, then its upper part has the outline of the worn top, and a skirt goes on below', () => {
  const dressed = draw(plain, dress);
  for (const [x, y] of [
    [120, 100],
    [172, 95],
    [120, 170],
    [120, 230],
  ] as const)
    expect([x, y, isRed(dressed, x, y)]).toEqual([x, y, true]);
  expect(looks(dressed, 175, 160, skin)).toBe(true);
});

test('given a jacket over a dress, then the dress shows in its opening and below', () => {
  const blue = made({ kind: 'outer', name: 'jacket', cut: 'zip', colour: [20, 40, 200], second: [20, 40, 200] });
  const dressed = draw(plain, dress, blue);
  expect([isRed(dressed, 120, 130), isRed(dressed, 120, 230), isRed(dressed, 98, 130)]).toEqual([true, true, false]);
});
