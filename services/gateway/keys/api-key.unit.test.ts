import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isWellFormed, KEY_RANDOM_BYTES, newSecret } from './api-key.ts';

describe('an API key', () => {
  const key = newSecret('key', randomBytes(KEY_RANDOM_BYTES));

  it('is the same for the same random bytes, and its checksum does not change between versions', () => {
    expect(newSecret('key', new Uint8Array(KEY_RANDOM_BYTES).fill(10))).toBe(`iss_${'A'.repeat(32)}3Ae0o2`);
  });

  it('is refused when any character is another', () => {
    for (let index = 4; index < key.length; index++) {
      const other = key[index] === 'a' ? 'b' : 'a';
      expect(isWellFormed(key.slice(0, index) + other + key.slice(index + 1))).toBe(false);
    }
  });

  it.each(['', 'iss_', `${key} `, `${key}${key}`, key.replace('iss_', 'iss-')])(
    'is refused when it is garbage: %#',
    (garbage) => {
      expect(isWellFormed(garbage)).toBe(false);
    },
  );

  it('is of its kind only', () => {
    for (const kind of ['key', 'session', 'invitation'] as const) {
      const secret = newSecret(kind, randomBytes(KEY_RANDOM_BYTES));
      expect((['key', 'session', 'invitation'] as const).filter((other) => isWellFormed(secret, other))).toEqual([
        kind,
      ]);
      // The pattern of the version before sessions.
      expect(/^iss_[0-9A-Za-z]{38}$/.test(secret)).toBe(kind === 'key');
    }
  });

  it('is not made of too little randomness', () => {
    expect(() => newSecret('key', new Uint8Array(KEY_RANDOM_BYTES).fill(255))).toThrow(RangeError);
  });
});
