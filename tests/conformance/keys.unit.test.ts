import { expect, it } from 'vitest';
import { givenKeys } from './keys.ts';

const keys = { first: 'a', second: 'b', other: 'c', limit: 'd', judged: 'e', revoked: 'f' };
const all = {
  CONFORMANCE_KEY: 'a',
  CONFORMANCE_KEY_SECOND: 'b',
  CONFORMANCE_KEY_OTHER: 'c',
  CONFORMANCE_KEY_LIMIT: 'd',
  CONFORMANCE_KEY_JUDGED: 'e',
  CONFORMANCE_KEY_REVOKED: 'f',
};

it('takes all keys of the environment or none, and names those that are missing', () => {
  expect(givenKeys(all)).toEqual(keys);
  expect(givenKeys({ PATH: '/bin', CONFORMANCE_KEY: '' })).toBeUndefined();
  expect(() => givenKeys({ ...all, CONFORMANCE_KEY_OTHER: undefined })).toThrow('also needed: CONFORMANCE_KEY_OTHER');
});
