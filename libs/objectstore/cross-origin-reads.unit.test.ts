import { expect, it } from 'vitest';
import { crossOriginReads, withCrossOriginReads } from './bucket-access.ts';

const theirs = { ID: 'theirs', AllowedMethods: ['PUT'], AllowedOrigins: ['https://shop.example'] };

it('given rules of others, then they stay, and ours is there once', () => {
  expect(withCrossOriginReads([])).toEqual([crossOriginReads]);
  expect(withCrossOriginReads([theirs])).toEqual([theirs, crossOriginReads]);
  expect(withCrossOriginReads([theirs, crossOriginReads])).toBeUndefined();
});
