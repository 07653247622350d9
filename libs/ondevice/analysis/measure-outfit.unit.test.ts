import { describe, expect, test } from 'vitest';
import { type Drawing, drawPerson } from '../fixtures/drawn-person.fixture.ts';
import { clothColours } from '../garment/colour-names.ts';
import { measureOutfit } from './measure-outfit.ts';

const { navy, white, red, beige, black, denim, emerald, camel } = clothColours;
const measure = (drawing: Drawing) => {
  const { image, subject } = drawPerson(drawing);
  return measureOutfit(image, subject);
};
const named = (items: ReturnType<typeof measure>) => items.map(({ kind, colours }) => `${colours.main} ${kind}`);
const kinds = (drawing: Drawing) => named(measure(drawing));

describe('what is in the frame', () => {
  test('given a whole person, then top, bottom and shoes are items', () => {
    const drawing: Drawing = { top: red, bottom: { colour: navy, shape: 'legs', hem: 328 }, shoes: black };
    expect(kinds(drawing)).toEqual(['red top', 'navy trousers', 'black shoes']);
  });

  test('given a picture down to the chest, then only the top is', () => {
    expect(kinds({ top: red, bottom: { colour: navy, shape: 'legs', hem: 328 }, shoes: black, height: 140 })).toEqual([
      'red top',
    ]);
  });

  test('given a picture down to the thighs, then the trousers are said to be cut off', () => {
    const [, trousers] = measure({ top: red, bottom: { colour: beige, shape: 'legs', hem: 328 }, height: 225 });
    expect(trousers).toMatchObject({ kind: 'trousers', cutOff: true });
    expect(trousers?.length).toBeUndefined();
  });
});

describe('below the waist', () => {
  test.each([
    [{ colour: beige, shape: 'legs', hem: 325 }, 'beige trousers', 'full-length'],
    [{ colour: denim, shape: 'legs', hem: 325 }, 'denim jeans', 'full-length'],
    [{ colour: beige, shape: 'legs', hem: 225 }, 'beige shorts', 'short'],
    [{ colour: beige, shape: 'skirt', hem: 225 }, 'beige skirt', 'short'],
    [{ colour: beige, shape: 'skirt', hem: 255 }, 'beige skirt', 'knee-length'],
    [{ colour: beige, shape: 'skirt', hem: 290 }, 'beige skirt', 'mid-calf'],
  ] as const)('given %j, then it is %s, %s', (bottom, name, length) => {
    const items = measure({ top: red, bottom });
    expect(named(items)).toEqual(['red top', name]);
    expect(items[1]).toMatchObject({ length });
  });

  test('given one cloth from the shoulders to a hem in one piece, then it is a dress', () => {
    const dress: Drawing = { top: emerald, sleeve: 0.5, bottom: { colour: emerald, shape: 'skirt', hem: 255 } };
    expect(measure(dress)).toEqual([
      expect.objectContaining({ kind: 'dress', category: 'dress', sleeve: 'short-sleeved', length: 'knee-length' }),
    ]);
  });

  test('given one cloth that ends on the hips, or is cut off there, then it is a top down to there', () => {
    expect(kinds({ top: emerald, bottom: { colour: emerald, shape: 'skirt', hem: 195 } })).toEqual(['emerald top']);
    const cutOff: Drawing = { top: emerald, bottom: { colour: emerald, shape: 'skirt', hem: 290 }, height: 195 };
    expect(kinds(cutOff)).toEqual(['emerald top']);
  });

  test('given another cloth that ends on the hips, then the top ends above it', () => {
    expect(kinds({ top: red, bottom: { colour: emerald, shape: 'skirt', hem: 195 } })).toHaveLength(2);
  });

  test('given one colour, but legs that part or no hem in the picture, then it is no dress', () => {
    expect(kinds({ top: emerald, bottom: { colour: emerald, shape: 'legs', hem: 325 } })).toEqual([
      'emerald top',
      'emerald trousers',
    ]);
    expect(kinds({ top: emerald, bottom: { colour: emerald, shape: 'skirt', hem: 290 }, height: 220 })).not.toContain(
      'emerald dress',
    );
  });
});

describe('above the waist', () => {
  test.each([
    [0, 'sleeveless'],
    [0.6, 'short-sleeved'],
    [1.2, 'three-quarter-sleeved'],
    [2, 'long-sleeved'],
  ])('given sleeves of length %d, then it is %s', (sleeve, expected) => {
    expect(measure({ top: red, sleeve })[0]).toMatchObject({ sleeve: expected });
  });

  test('given arms that leave the frame, then nothing is said of the sleeves', () => {
    expect(measure({ top: red, elbowsSeen: false })[0]).toMatchObject({ kind: 'top', sleeve: undefined });
  });

  test('given another colour down the middle, then it is a jacket worn open', () => {
    expect(measure({ top: camel, middle: white })).toMatchObject([
      { category: 'outerwear', kind: 'jacket', open: true, colours: { main: 'camel' } },
      { category: 'top', colours: { main: 'white' } },
    ]);
  });

  test('given one colour all over, then it is no jacket', () => {
    expect(measure({ top: camel, middle: camel }).map(({ category }) => category)).toEqual(['top']);
  });
});
