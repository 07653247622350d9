import { describe, expect, it } from 'vitest';
import { type Abilities, everyCategory, type GarmentNeed, unmetNeed } from './abilities.ts';

const all: Abilities = {
  references: 6,
  text: true,
  seed: true,
  mask: false,
  cancellable: true,
  resumable: true,
  categories: everyCategory,
};
const garment = (of: Partial<GarmentNeed> = {}): GarmentNeed => ({
  description: 'a coat',
  category: 'auto',
  hasPicture: false,
  field: 'clothing_description',
  ...of,
});

describe('what no provider can do', () => {
  it('given no provider is known, or one of several can, is nothing', () => {
    expect(unmetNeed([garment()], [])).toBeUndefined();
    expect(unmetNeed([garment()], [{ ...all, text: false }, all])).toBeUndefined();
  });

  it.each<[Partial<Abilities>, Partial<GarmentNeed>, string | undefined]>([
    [{ text: false }, {}, 'picture_needed'],
    [{ text: false }, { hasPicture: true }, undefined],
    [{ references: 0 }, { hasPicture: true, description: '' }, 'description_needed'],
    [{ references: 0 }, { hasPicture: true }, undefined],
    [{ categories: ['top'] }, { category: 'shoes' }, 'garment_not_dressed'],
  ])('given abilities of %j and a garment of %j, is %s', (abilities, need, code) => {
    expect(unmetNeed([garment(need)], [{ ...all, ...abilities }])?.code).toBe(code);
  });

  it('given one garment of several that is not dressed, is nothing', () => {
    const garments = [garment({ category: 'shoes' }), garment({ category: 'top' })];
    expect(unmetNeed(garments, [{ ...all, categories: ['top'] }])).toBeUndefined();
  });
});
