import { expect, test } from 'vitest';
import { keyNames } from './load-usage.ts';

const names = keyNames(
  { key_id: 'key_1' },
  [{ key_id: 'key_2', name: 'shop' }],
  [
    { key_id: 'key_1', name: 'Firefox on Linux' },
    { key_id: 'key_3', name: 'Safari on iPhone' },
  ],
);

test.each([
  ['key_1', 'This browser'],
  ['key_2', 'shop'],
  ['key_3', 'Safari on iPhone (portal)'],
  ['key_5f2b8c1d9e3a4f6071829304', 'key_5f2b…9304'],
])('%s is called %s', (key_id, name) => {
  expect(names(key_id)).toBe(name);
});
