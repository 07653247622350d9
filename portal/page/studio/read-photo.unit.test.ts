import { expect, it } from 'vitest';
import { scaledSize } from './read-photo.ts';

it.each([
  ['a small picture stays', { width: 512, height: 600 }, { width: 512, height: 600 }],
  ['a photograph of a telephone', { width: 3024, height: 4032 }, { width: 1200, height: 1600 }],
  ['a wide one', { width: 6000, height: 4000 }, { width: 1600, height: 1067 }],
  ['a strip keeps a pixel', { width: 100_000, height: 10 }, { width: 1600, height: 1 }],
])('%s', (_, given, scaled) => {
  expect(scaledSize(given)).toEqual(scaled);
});
