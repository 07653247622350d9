import { expect, test } from 'vitest';
import { upperStyle } from './upper-styles.ts';

const collarOf = (name: string, material: 'cotton' | 'leather' = 'cotton') =>
  upperStyle({ kind: 'outer', name, cut: 'zip', neck: 'crew', material, sleeve: 2 }).collar;

test('given a jacket without another name, or a coat for bad weather, then it has the collar of a shirt', () => {
  for (const name of ['jacket', 'raincoat', 'parka']) expect(collarOf(name)).toBe('shirt');
});

test('given a bomber jacket or a puffer, then its collar stands, and that of a leather jacket has lapels', () => {
  for (const name of ['bomber jacket', 'puffer']) expect(collarOf(name)).toBe('stand');
  expect(collarOf('leather jacket', 'leather')).toBe('lapels');
});

test('given a jacket or a blazer without a collar, then it has none', () => {
  const cuts = { jacket: 'zip', blazer: 'blazer' } as const;
  for (const [name, cut] of Object.entries(cuts)) {
    const made = { kind: 'outer', name, cut, neck: 'crew', material: 'wool', sleeve: 2 } as const;
    expect(upperStyle({ ...made, collarless: true })).toEqual({ ...upperStyle(made), collar: 'none' });
  }
});

test('given a waistcoat, then it is no coat', () => {
  const style = (name: string) =>
    upperStyle({ kind: 'outer', name, cut: 'cardigan', neck: 'crew', material: 'wool', sleeve: 0 });
  expect(style('waistcoat')).toEqual(style('vest'));
  expect(style('overcoat')).not.toEqual(style('vest'));
});

test('given a blouse, then it has the collar and the buttons of a shirt, and with another neckline neither', () => {
  const blouse = (neck: 'collar' | 'v') =>
    upperStyle({ kind: 'top', name: 'blouse', neck, material: 'silk', sleeve: 2 });
  expect(blouse('collar')).toMatchObject({ collar: 'shirt', front: 'buttons' });
  expect(blouse('v')).toMatchObject({ collar: 'none', front: 'plain' });
  expect(blouse('collar').folds).toBe(blouse('v').folds);
});
