import { expect, test } from 'vitest';
import { addressOf, shownOf } from './usage-params.ts';

test.each([
  [{ days: 30 }, '/usage'],
  [{ days: 7 }, '/usage?days=7'],
  [{ days: 30, key: 'key_1', endpoint: '/jobs/:id' }, '/usage?key=key_1&endpoint=%2Fjobs%2F%3Aid'],
])('%j is shown at %s', (shown, address) => {
  expect(addressOf(shown)).toBe(address);
  const { searchParams } = new URL(address, 'http://localhost');
  expect(shownOf(Object.fromEntries(searchParams))).toEqual(shown);
});

test.each(['0', '31', 'x', ''])('given days=%s, then thirty are shown', (days) => {
  expect(shownOf({ days }).days).toBe(30);
});
