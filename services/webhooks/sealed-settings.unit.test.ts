import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import {
  createKeyring,
  encryptionKeys,
  liveSecrets,
  SECRET_BYTES,
  SealError,
  type Settings,
  secretFrom,
  signedHeaders,
  withSecret,
} from './sealed-settings.ts';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const ring = (...keys: Buffer[]) => createKeyring(keys, randomBytes);

const row = { user_id: 'alice', webhook_id: 'whk_1' };
const value: Settings = { url: 'https://example.com/häken', description: '', secrets: [] };

describe('a keyring', () => {
  it('given what it sealed for a row, then opens it for this row only, and the text is not in it', () => {
    const sealed = ring(newKey).seal(value, row);
    expect(ring(newKey).open({ ...row, sealed })).toEqual(value);
    expect(sealed.includes('example.com')).toBe(false);
    expect(() => ring(newKey).open({ ...row, user_id: 'bob', sealed })).toThrow(SealError);
    expect(() => ring(newKey).open({ ...row, webhook_id: 'whk_2', sealed })).toThrow(SealError);
  });

  it('given the same settings twice, then seals them differently', () => {
    expect(ring(newKey).seal(value, row).equals(ring(newKey).seal(value, row))).toBe(false);
  });

  it('given a key that was rotated out of the first place, then still opens with it, and what it sealed shows by its head', () => {
    const sealed = ring(oldKey).seal(value, row);
    const rotated = ring(newKey, oldKey);
    expect(rotated.open({ ...row, sealed })).toEqual(value);
    expect(sealed.subarray(0, rotated.head.length).equals(rotated.head)).toBe(false);
    const again = rotated.seal(value, row);
    expect(again.subarray(0, rotated.head.length).equals(rotated.head)).toBe(true);
  });

  it('given a key that is gone, or any byte changed, then refuses', () => {
    const sealed = ring(oldKey).seal(value, row);
    expect(() => ring(newKey).open({ ...row, sealed })).toThrow('WEBHOOK_ENCRYPTION_KEY');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => ring(oldKey).open({ ...row, sealed: changed })).toThrow(SealError);
    }
    expect(() => ring(oldKey).open({ ...row, sealed: sealed.subarray(0, 20) })).toThrow(SealError);
  });
});

it.each(['', randomBytes(31).toString('base64'), `${randomBytes(32).toString('base64')},`])(
  'given the variable %j, then it is refused without quoting it',
  (text) => {
    const { error } = encryptionKeys.safeParse(text);
    expect(error?.message).toContain('32 bytes in base64');
  },
);

it('given two keys, then both are read, in their order', () => {
  const text = [newKey, oldKey].map((key) => key.toString('base64')).join(', ');
  expect(encryptionKeys.parse(text)).toEqual([newKey, oldKey]);
});

const at = (hour: number) => new Date(Date.UTC(2026, 2, 4, hour));
const first: Settings = { url: 'https://a.example', description: '', secrets: [{ secret: 'one', until: null }] };

describe('secrets of a webhook', () => {
  it('given another one with an overlap, then both sign until it ends', () => {
    const rotated = withSecret(first, 'two', at(12), at(10));
    expect(liveSecrets(rotated, at(11))).toEqual(['two', 'one']);
    expect(liveSecrets(rotated, at(12))).toEqual(['two']);
  });

  it('given no overlap, then the earlier one is gone at once', () => {
    expect(withSecret(first, 'two', at(10), at(10)).secrets).toEqual([{ secret: 'two', until: null }]);
  });

  it('given a rotation during an overlap, then the end that was promised first stays, unless the new one is sooner', () => {
    const twice = withSecret(withSecret(first, 'two', at(12), at(10)), 'three', at(20), at(11));
    expect(liveSecrets(twice, at(11))).toEqual(['three', 'two', 'one']);
    expect(liveSecrets(twice, at(13))).toEqual(['three', 'two']);
    const leaked = withSecret(twice, 'four', at(11), at(11));
    expect(liveSecrets(leaked, at(11))).toEqual(['four']);
  });

  it('given very many rotations, then only the newest eight sign', () => {
    let rotated = first;
    for (let number = 0; number < 20; number++) rotated = withSecret(rotated, `s${number}`, at(20), at(10));
    expect(liveSecrets(rotated, at(11))).toHaveLength(8);
    expect(liveSecrets(rotated, at(11))[0]).toBe('s19');
  });
});

const event = { id: 'evt_0123456789abcdef01234567', type: 'job.succeeded', data: { text: 'ünïcode' } };
const body = JSON.stringify(event);
const timestamp = Math.floor(Date.now() / 1000);
const [one, other] = [secretFrom(randomBytes(SECRET_BYTES)), secretFrom(randomBytes(SECRET_BYTES))];
const signed = (...secrets: string[]) => signedHeaders({ id: event.id, timestamp, body }, secrets);

it('given a secret, then a Standard Webhooks receiver that has it verifies, and one with another does not', () => {
  expect(new Webhook(one).verify(body, signed(one))).toEqual(event);
  expect(() => new Webhook(other).verify(body, signed(one))).toThrow('No matching signature');
});

it('given two secrets while one replaces the other, then receivers with either verify', () => {
  for (const secret of [one, other]) expect(new Webhook(secret).verify(body, signed(one, other))).toEqual(event);
});

it('given a body, an id or a time that was changed, then it is not verified', () => {
  const headers = signed(one);
  expect(() => new Webhook(one).verify(`${body} `, headers)).toThrow();
  expect(() => new Webhook(one).verify(body, { ...headers, 'webhook-id': 'evt_other' })).toThrow();
  expect(() => new Webhook(one).verify(body, { ...headers, 'webhook-timestamp': String(timestamp - 1) })).toThrow();
});
