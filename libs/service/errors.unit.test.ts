import { expect, it } from 'vitest';
import { afterPaid, failureLine, isNothingPaid, ServiceError } from './errors.ts';

const failure = (code: 'unavailable' | 'internal', nothingPaid?: boolean) =>
  new ServiceError(
    code,
    {},
    { cause: Object.assign(new Error('failed'), nothingPaid !== undefined && { nothingPaid }) },
  );

it.each([
  ['unavailable, by ourselves', failure('unavailable'), false],
  ['unavailable, without a connection', failure('unavailable', true), true],
  ['unavailable, without a connection, after a 503', afterPaid(failure('unavailable', true)), false],
  ['internal, after a lost reply', failure('internal', false), false],
])('given a failure that is %s, then whether nothing was paid is known', (_, error, expected) => {
  expect(isNothingPaid(error)).toBe(expected);
});

it.each([
  ['an error with its cause', new Error('no bus', { cause: new Error('refused') }), 'provision: no bus (refused)'],
  ['something else', 'stop', 'provision: stop'],
])('given %s, then it is told in one line', (_, error, line) => {
  expect(failureLine('provision', error)).toBe(line);
});
