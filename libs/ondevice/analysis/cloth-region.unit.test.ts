import { describe, expect, test } from 'vitest';
import { clothColours } from '../garment/colour-names.ts';
import { label } from '../person/labels.ts';
import { total } from '../pixels/plane.ts';
import { clothRegion } from './cloth-region.ts';
import { type Drawing, drawPerson, hair } from './fixtures/drawn-person.ts';

const { white, rust } = clothColours;
const top = (drawing: Drawing, likeSkin?: (u: number, v: number) => boolean) => {
  const { image, subject } = drawPerson(drawing);
  const { parsed, body } = subject;
  if (likeSkin)
    parsed.labels.forEach((which, i) => {
      if (which === label.top && likeSkin(body.u[i]!, body.v[i]!)) parsed.skinLike[i] = 0.6;
    });
  const region = clothRegion(image, subject, label.top);
  return { share: total(region) / parsed.labels.filter((which) => which === label.top).length, region, image };
};

describe('hair before a top', () => {
  test('given dark hair down to the chest, then it is no part of a white top', () => {
    const { region, image } = top({ top: white, longHair: true });
    const colours = new Set([...region].flatMap((value, i) => (value > 0.5 ? [image.data[i * 3]!] : [])));
    expect([...colours]).toEqual([white[0]]);
  });

  test('given a top of the colour of short hair, then all of it is cloth', () => {
    expect(top({ top: [hair[0] + 4, hair[1] + 3, hair[2] + 4] }).share).toBe(1);
  });

  test('given a top of the colour of the long hair before it, then all of it is cloth', () => {
    expect(top({ top: hair, longHair: true }).share).toBe(1);
  });
});

describe('colours of skin', () => {
  test('given them on the arms only, then those are bare', () => {
    const { share } = top({ top: white }, (u) => Math.abs(u) > 0.45);
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.9);
  });

  test('given hardly anything else, then the cloth has them', () => {
    expect(top({ top: rust }, () => true).share).toBe(1);
  });
});
