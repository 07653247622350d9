import { describe, expect, test } from 'vitest';
import { clothColours } from '../garment/colour-names.ts';
import { square } from '../models/crop.ts';
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

describe('what the classifier of parts is sure of', () => {
  /** The cloth of a top whose one half has the colours of skin, before a classifier that believes in cloth as much as `clothes` everywhere. */
  const shareOf = (clothes: number) => {
    const { image, subject } = drawPerson({ top: rust });
    const { parsed, body } = subject;
    const all = (value: number) => new Float32Array(4).fill(value);
    const region = square(image.width / 2, image.height / 2, image.height);
    parsed.parts = { ground: all(0), hair: all(0), skin: all(1 - clothes), clothes: all(clothes), region, side: 2 };
    let tops = 0;
    parsed.labels.forEach((which, i) => {
      if (which !== label.top) return;
      tops++;
      if (body.u[i]! > 0) parsed.skinLike[i] = 2;
    });
    return total(clothRegion(image, subject, label.top)) / tops;
  };

  test('given colours of skin where it is sure of cloth, then that is cloth', () => {
    expect(shareOf(0.9)).toBe(1);
  });

  test('given colours of skin where it is not sure, then they tell', () => {
    expect(shareOf(0.5)).toBeLessThan(0.7);
  });

  test('given that it is sure of skin, then nothing is cloth', () => {
    expect(shareOf(0.1)).toBe(0);
  });
});
