import { expect, test } from 'vitest';
import { smallerCopy } from './smaller-copy.ts';

const image = (width: number, height: number) => ({ data: new Uint8Array(width * height * 3), width, height });

test('given a larger picture, then its copy has that many pixels in its proportions; a smaller one is itself', async () => {
  const { width, height } = await smallerCopy(image(400, 100), 10_000);
  expect([width, height]).toEqual([200, 50]);
  const small = image(100, 100);
  expect(await smallerCopy(small, 10_000)).toBe(small);
});
