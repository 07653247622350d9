import { expect, it } from 'vitest';
import { afterPaid, isNothingPaid, ServiceError } from './errors.ts';

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
  ['unavailable, after a paid picture that cannot be fetched', failure('unavailable', false), false],
  ['internal, of rejected credentials', failure('internal', true), true],
  ['internal, after a lost reply', failure('internal', false), false],
  ['internal, by ourselves', failure('internal'), false],
])('given a failure that is %s, then whether nothing was paid is known', (_, error, expected) => {
  expect(isNothingPaid(error)).toBe(expected);
});
