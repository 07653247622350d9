import { expect, it } from 'vitest';
import { errorCatalogue, errorCodes } from './errors.ts';
import { countsAgainstDay } from './events/request-completed.ts';

const failed = (code: string, status: number) => ({ status, error: { code, message: 'why' } });

it('given a success, then it counts', () => {
  expect(countsAgainstDay({ status: 200, error: null })).toBe(true);
});

it('given any error, then only what a paid model refused counts', () => {
  const counting = errorCodes.filter((code) => countsAgainstDay(failed(code, errorCatalogue[code].status)));
  expect(counting).toEqual(['content_refused']);
  expect(countsAgainstDay(failed('of_a_newer_version', 400))).toBe(false);
});
