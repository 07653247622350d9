import { createHash } from 'node:crypto';
import { packInput } from '@styling/objectstore';
import { describe, expect, it } from 'vitest';
import { idempotencyKey, readAsynchronous, readCancelAfter, readIdempotencyKey } from './request-headers.ts';

describe('Prefer', () => {
  it.each([
    ['nothing', undefined, undefined],
    ['a wait alone, which is a hint to a server that answers anyway', 'wait=abc', undefined],
    ['respond-async in capitals', 'Respond-Async', 0],
    ['a wait', 'respond-async, wait=10', 10_000],
    ['a wait in quotes, with spaces and a parameter', 'wait = "60"; foo=bar , respond-async', 60_000],
    ['two waits', 'respond-async, wait=5, wait=abc', 5_000],
    ['a comma in a quoted string', 'foo="a, wait=abc", respond-async', 0],
    ['a quotation mark that is not closed', 'respond-async, foo="a', 0],
    ['nothing but commas', ', ,,', undefined],
  ])('given %s', (_, prefer, waitMs) => {
    expect(readAsynchronous(prefer === undefined ? {} : { prefer })).toBe(waitMs);
  });

  it.each(['wait', 'wait=-1', 'wait=61', 'wait=1.5', 'wait=1e1'])('given %s, then it is refused', (wait) => {
    const read = () => readAsynchronous({ prefer: `respond-async, ${wait}` });
    expect(read).toThrow(expect.objectContaining({ code: 'invalid_preference' }));
  });
});

describe('Cancel-After', () => {
  it.each([
    ['5s', 5_000],
    ['2m', 120_000],
    ['1m30s', 90_000],
    ['0h1m0s', 60_000],
  ])('given %s, then it is %s ms', (value, ms) => expect(readCancelAfter({ 'cancel-after': value }, 120)).toBe(ms));

  it.each(['', '15', 's', '4s', '121s', '1h', '5.5s', '15S', '30s1m', '15s, 20s'])(
    'given %j, then it is refused with the allowed range',
    (value) => {
      const message = 'Cancel-After must be a duration between 5 and 120 seconds, e.g. 15s';
      expect(() => readCancelAfter({ 'cancel-after': value }, 120)).toThrow(message);
    },
  );
});

describe('Idempotency-Key', () => {
  it.each(['a', '"0f8fad5b-d9cb-469f-a165-70867728950e"', '!~', 'x'.repeat(255)])('given %s, takes it', (value) => {
    expect(readIdempotencyKey({ 'idempotency-key': value })).toBe(value);
  });

  it.each([
    ['nothing', ''],
    ['256 characters', 'x'.repeat(256)],
    ['two headers, which arrive as one', 'a, a'],
    ['letters beyond ASCII', 'schl\u00fcssel'],
    ['a line end', 'a\n'],
  ])('given %s, refuses it', (_, value) => {
    const message = 'Idempotency-Key must be 1 to 255 visible ASCII characters';
    expect(() => readIdempotencyKey({ 'idempotency-key': value })).toThrow(message);
  });
});

describe('the fingerprint of a request', () => {
  const fields = { clothing_description: 'a coat', mode: 'model_shot' };
  const selfie = Buffer.from('a picture');
  const input = packInput({ fields, pictures: { selfie_base64: selfie } });
  const fingerprint = (key = 'key', endpoint = '/try_on_outfit', sent: Uint8Array = input) =>
    idempotencyKey(key, endpoint, sent).fingerprint.toString('hex');

  it('is the same for the same request', () => {
    const again = packInput({ fields: { ...fields }, pictures: { selfie_base64: Buffer.from('a picture') } });
    expect(fingerprint('key', '/try_on_outfit', again)).toBe(fingerprint());
  });

  it.each([
    ['endpoint', '/generate_image', input],
    ['text', '/try_on_outfit', packInput({ fields: { ...fields, mode: 'x' }, pictures: { selfie_base64: selfie } })],
    ['field of a picture', '/try_on_outfit', packInput({ fields, pictures: { outfit_base64: selfie } })],
    ['place where one ends', '/try_on_outfi', Buffer.concat([Buffer.from('t '), input])],
  ])('given another %s, is another', (_, endpoint, sent) => {
    expect(fingerprint('key', endpoint, sent)).not.toBe(fingerprint());
  });

  it('cannot be made from what is stored of the key', () => {
    const { digest } = idempotencyKey('key', '/try_on_outfit', input);
    expect(digest).toEqual(createHash('sha256').update('key').digest());
    expect(fingerprint(digest.toString('hex'))).not.toBe(fingerprint());
  });
});
