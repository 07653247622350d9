import { describe, expect, it } from 'vitest';
import { chooseColours } from '../garment/choose-colours.ts';
import { inOtherTones } from '../garment/layer.ts';
import { type GarmentOrder, understandOrders } from './garment-order.ts';

const wantedOf = (...orders: GarmentOrder[]) =>
  understandOrders(orders).map(({ wanted }) => wanted.map(({ name, colour }) => `${colour} ${name}`));
const reference = new Uint8Array(1);

describe('the garments of orders', () => {
  it('are those of their descriptions', () => {
    expect(wantedOf({ description: 'navy blazer' }, { description: 'beige chinos and a red belt' })).toEqual([
      ['navy blazer'],
      ['beige chinos'],
    ]);
  });

  it('given a category, are those of its kind, also where the description only says a colour', () => {
    expect(wantedOf({ description: 'navy blazer with a white shirt', category: 'outerwear' })).toEqual([
      ['navy blazer'],
    ]);
    expect(wantedOf({ description: 'beige, slim', category: 'bottom' })).toEqual([['beige trousers']]);
  });

  it('given a reference and no description, are shown by the reference, trousers as trousers', () => {
    expect(wantedOf({ description: '', reference })).toEqual([[]]);
    expect(wantedOf({ description: '', reference, category: 'top' })).toEqual([[]]);
    expect(wantedOf({ description: '', reference, category: 'bottom' })).toEqual([['undefined trousers']]);
  });

  it('given what is not drawn, leave it out', () => {
    expect(wantedOf({ description: 'red dress' }, { description: 'red shoes', category: 'shoes' })).toEqual([
      ['red dress'],
    ]);
  });

  it('given nothing that is understood, are refused by the name of their field', () => {
    const fields = { description: 'garments.1.description', reference: 'x' };
    const refusal = (...orders: GarmentOrder[]) => expect(() => understandOrders(orders));
    refusal({ description: 'red dress' }, { description: 'hmm', fields }).toThrow(
      /^garments\.1\.description must name/,
    );
    refusal({ description: 'a hat', category: 'hat', fields }).toThrow(/^garments\.1\.description must name/);
    refusal({ description: 'hmm' }).toThrow(/^clothing_description must name/);
  });
});

describe('tones', () => {
  const layers = chooseColours(
    understandOrders([{ description: 'navy blazer with a white shirt' }])[0]?.wanted ?? [],
    undefined,
  ).layers;

  it('differ between seeds, are the same for one, and stay near what was ordered', () => {
    const [one, two] = [inOtherTones(layers, 1), inOtherTones(layers, 2)];
    expect(inOtherTones(layers, 1)).toEqual(one);
    expect(one).not.toEqual(two);
    for (const [index, { colour }] of layers.entries()) {
      const far = colour.map((value, channel) => Math.abs(value - (one[index]?.colour[channel] ?? 0)));
      expect(Math.max(...far)).toBeLessThan(50);
    }
  });
});
