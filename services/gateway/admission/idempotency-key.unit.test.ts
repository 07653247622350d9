import { createHash } from 'node:crypto';
import { packInput } from '@styling/objectstore';
import { describe, expect, it } from 'vitest';
import { idempotencyKey, readIdempotencyKey } from './idempotency-key.ts';

describe('the Idempotency-Key header', () => {
  it.each(['a', '"0f8fad5b-d9cb-469f-a165-70867728950e"', '!~', 'x'.repeat(255), 'a,b'])(
    'given %s, takes it',
    (value) => {
      expect(readIdempotencyKey({ 'idempotency-key': value })).toBe(value);
    },
  );

  it('given none, then there is none', () => {
    expect(readIdempotencyKey({})).toBeUndefined();
  });

  it.each([
    ['nothing', ''],
    ['256 characters', 'x'.repeat(256)],
    ['a space', 'a b'],
    ['two headers, which arrive as one', 'a, a'],
    ['a control character', 'a\u0007'],
    ['letters beyond ASCII', 'schl\u00fcssel'],
    ['a line end', 'a\n'],
  ])('given %s, refuses it', (_, value) => {
    expect(() => readIdempotencyKey({ 'idempotency-key': value })).toThrow(
      'Idempotency-Key must be 1 to 255 visible ASCII characters',
    );
  });
});

describe('the fingerprint of a request', () => {
  const fields = { clothing_description: 'a coat', mode: 'model_shot' };
  const selfie = Buffer.from('a picture');
  const input = packInput({ fields, pictures: { selfie_base64: selfie } });
  const request = { endpoint: '/try_on_outfit' as const, input };
  const fingerprint = (key: string, { endpoint, input }: { endpoint: string; input: Uint8Array }) =>
    idempotencyKey(key, endpoint, input).fingerprint.toString('hex');
  const of = (more: object = {}, key = 'key') => fingerprint(key, { ...request, ...more });

  it('given the same request, is the same', () => {
    const again = packInput({ fields: { ...fields }, pictures: { selfie_base64: Buffer.from('a picture') } });
    expect(of({ input: again })).toBe(of());
  });

  it.each([
    ['endpoint', { endpoint: '/generate_image' }],
    ['text', { input: packInput({ fields: { ...fields, clothing_description: 'a hat' }, pictures: { selfie } }) }],
    ['picture', { input: packInput({ fields, pictures: { selfie_base64: Buffer.from('b picture') } }) }],
    ['field of a picture', { input: packInput({ fields, pictures: { outfit_base64: selfie } }) }],
    ['further picture', { input: packInput({ fields, pictures: { selfie_base64: selfie, outfit_base64: selfie } }) }],
    ['place where one ends', { endpoint: '/try_on_outfi', input: Buffer.concat([Buffer.from('t '), input]) }],
  ])('given another %s, is another', (_, more) => {
    expect(of(more)).not.toBe(of());
  });

  it('given another key, says nothing of whether the requests are the same', () => {
    expect(of({}, 'other')).not.toBe(of());
  });

  it('cannot be made from what is stored of the key', () => {
    const { digest } = idempotencyKey('key', request.endpoint, request.input);
    expect(digest).toEqual(createHash('sha256').update('key').digest());
    expect(fingerprint(digest.toString('hex'), request)).not.toBe(of());
  });
});
