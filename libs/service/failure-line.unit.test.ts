import { expect, it } from 'vitest';
import { failureLine } from './errors.ts';

it.each([
  ['an error', new Error('no bucket'), 'provision: no bucket'],
  ['an error with its cause', new Error('no bus', { cause: new Error('refused') }), 'provision: no bus (refused)'],
  ['a cause that is no error', new Error('no bus', { cause: 'x' }), 'provision: no bus'],
  ['something else', 'stop', 'provision: stop'],
])('given %s, then it is told in one line', (_, error, line) => {
  expect(failureLine('provision', error)).toBe(line);
});
