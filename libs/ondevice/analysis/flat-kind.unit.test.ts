import { expect, test } from 'vitest';
import { type DrawnGarment, drawnSize, drawOutline } from '../gallery/drawn-garments.ts';
import { type FlatKind, flatKind } from './flat-kind.ts';

test.each<[DrawnGarment, FlatKind]>([
  ['t-shirt', { category: 'top', kind: 't-shirt', sleeve: 'short-sleeved' }],
  ['long-sleeved', { category: 'top', kind: 'top', sleeve: 'long-sleeved' }],
  ['sleeveless', { category: 'top', kind: 'top', sleeve: 'sleeveless' }],
  ['trousers', { category: 'bottom', kind: 'trousers', length: 'full-length' }],
  ['shorts', { category: 'bottom', kind: 'shorts', length: 'short' }],
  ['skirt', { category: 'bottom', kind: 'skirt' }],
  ['dress', { category: 'dress', kind: 'dress', sleeve: 'sleeveless' }],
  ['shoes', { category: 'shoes', kind: 'shoes' }],
])('given the outline of a %s, then that is what it is called', (garment, expected) => {
  expect(flatKind(drawOutline(garment), drawnSize)).toEqual(expected);
});
