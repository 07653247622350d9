import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyring, encryptionKeys, SealError } from './keyring.ts';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const ring = (...keys: Buffer[]) => createKeyring(keys, randomBytes);

describe('a keyring', () => {
  it('given what it sealed for a row, then opens it for this row only, and the text is not in it', () => {
    const sealed = ring(newKey).seal('https://example.com/häken', 'alice/whk_1');
    expect(ring(newKey).open(sealed, 'alice/whk_1')).toBe('https://example.com/häken');
    expect(sealed.includes('example.com')).toBe(false);
    expect(() => ring(newKey).open(sealed, 'bob/whk_1')).toThrow(SealError);
    expect(() => ring(newKey).open(sealed, 'alice/whk_2')).toThrow(SealError);
  });

  it('given the same text twice, then seals it differently', () => {
    expect(ring(newKey).seal('a', 'x').equals(ring(newKey).seal('a', 'x'))).toBe(false);
  });

  it('given a key that was rotated out of the first place, then still opens with it, and what it sealed shows by its head', () => {
    const sealed = ring(oldKey).seal('secret', 'x');
    const rotated = ring(newKey, oldKey);
    expect(rotated.open(sealed, 'x')).toBe('secret');
    expect(sealed.subarray(0, rotated.head.length).equals(rotated.head)).toBe(false);
    const again = rotated.seal('secret', 'x');
    expect(again.subarray(0, rotated.head.length).equals(rotated.head)).toBe(true);
  });

  it('given a key that is gone, or any byte changed, then refuses', () => {
    const sealed = ring(oldKey).seal('secret', 'x');
    expect(() => ring(newKey).open(sealed, 'x')).toThrow('WEBHOOK_ENCRYPTION_KEY');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => ring(oldKey).open(changed, 'x')).toThrow(SealError);
    }
    expect(() => ring(oldKey).open(sealed.subarray(0, 20), 'x')).toThrow(SealError);
  });
});

it.each([
  ['', 1],
  ['short', 1],
  [randomBytes(31).toString('base64'), 1],
  [`${randomBytes(32).toString('base64')},`, 1],
])('given the variable %j, then it is refused without quoting it', (text) => {
  const { error } = encryptionKeys.safeParse(text);
  expect(error?.message).toContain('32 bytes in base64');
});

it('given two keys, then both are read, in their order', () => {
  const text = [newKey, oldKey].map((key) => key.toString('base64')).join(', ');
  expect(encryptionKeys.parse(text)).toEqual([newKey, oldKey]);
});
