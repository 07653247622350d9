import { describe, expect, it } from 'vitest';
import { givenKeys } from './keys.ts';

const all = {
  CONFORMANCE_KEY: 'a',
  CONFORMANCE_KEY_SECOND: 'b',
  CONFORMANCE_KEY_OTHER: 'c',
  CONFORMANCE_KEY_LIMIT: 'd',
  CONFORMANCE_KEY_JUDGED: 'e',
  CONFORMANCE_KEY_REVOKED: 'f',
};

describe('givenKeys', () => {
  it('takes all of them', () => {
    expect(givenKeys(all)).toEqual({ first: 'a', second: 'b', other: 'c', limit: 'd', judged: 'e', revoked: 'f' });
  });
  it('gives none where none is given', () => {
    expect(givenKeys({ PATH: '/bin', CONFORMANCE_KEY: '' })).toBeUndefined();
  });
  it('names those that are missing', () => {
    expect(() => givenKeys({ ...all, CONFORMANCE_KEY_OTHER: undefined })).toThrow('also needed: CONFORMANCE_KEY_OTHER');
  });
});
