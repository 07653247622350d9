import { expect, test } from 'vitest';
import { bucketAddress } from './service-plan.ts';

test.each([
  ['http://store.example:9000', undefined, 'http://store.example:9000/pictures'],
  ['http://store.example:9000/', '1', 'http://store.example:9000/pictures'],
  ['https://store.example/under/it/', 'true', 'https://store.example/under/it/pictures'],
  ['https://store.example', 'false', 'https://pictures.store.example'],
  ['https://store.example/', '0', 'https://pictures.store.example'],
])('given %s and path style %s, then objects are under %s', (endpoint, style, address) => {
  expect(bucketAddress(endpoint, 'pictures', style)).toBe(address);
});
