import { describe, expect, it } from 'vitest';
import { readCancelAfter } from './cancel-after.ts';

const read = (value: string | string[] | undefined, most = 120) =>
  readCancelAfter(value === undefined ? {} : { 'cancel-after': value as string }, most);

describe('Cancel-After', () => {
  it.each([
    [undefined, undefined],
    ['5s', 5_000],
    ['15s', 15_000],
    ['2m', 120_000],
    ['1m30s', 90_000],
    ['0h1m0s', 60_000],
  ])('given %s, then it is %s ms', (value, ms) => expect(read(value)).toBe(ms));

  it('given a request that may take an hour, then an hour is allowed', () => expect(read('1h', 3600)).toBe(3_600_000));

  it.each(['', '15', 's', '4s', '121s', '1h', '-5s', '5.5s', '15 s', '15S', '30s1m', '9999999s', '15s, 20s', 'soon'])(
    'given %j, then it is refused with the allowed range',
    (value) => {
      expect(() => read(value)).toThrow(
        expect.objectContaining({
          code: 'invalid_deadline',
          message: 'Cancel-After must be a duration between 5 and 120 seconds, e.g. 15s',
        }),
      );
    },
  );
});
