import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signWebhook, verifyWebhook, WebhookVerificationError } from './webhook-signature.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDC2FVsBQIhro=';
const event = { id: 'evt_1', type: 'job.succeeded', timestamp: '2026-01-02T03:04:05.678Z', data: { name: 'ü😀' } };
const payload = JSON.stringify(event);
const now = Date.now();
const seconds = Math.floor(now / 1000);

/** Headers by the package that most senders and receivers use. */
const theirs = (secrets: readonly string[], { body = payload, at = now } = {}) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(at / 1000)),
  'webhook-signature': secrets.map((one) => new Webhook(one).sign('evt_1', new Date(at), body)).join(' '),
});

describe('the signature of a webhook', () => {
  it('given one by standardwebhooks, then it is verified, whatever the headers and the body are', async () => {
    const headers = theirs([secret]);
    const bytes = new TextEncoder().encode(payload);
    const capitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    for (const given of [headers, new Headers(headers), capitals]) {
      expect(await verifyWebhook(payload, given, secret)).toEqual(event);
      expect(await verifyWebhook(bytes, given, secret.slice('whsec_'.length))).toEqual(event);
    }
  });

  it('given one by this client, then standardwebhooks verifies it', async () => {
    const headers = await signWebhook({ id: 'evt_1', timestamp: seconds, payload }, secret);
    expect(new Webhook(secret).verify(payload, headers)).toEqual(event);
  });

  it('given several signatures or several secrets, then one of each that fits is enough', async () => {
    const headers = theirs([other, secret]);
    headers['webhook-signature'] = `v1a,c2lnbmF0dXJl v1,%% ${headers['webhook-signature']}`;
    expect(await verifyWebhook(payload, headers, secret)).toEqual(event);
    expect(await verifyWebhook(payload, theirs([secret]), [other, secret])).toEqual(event);
  });

  it.each([
    ['another body', `${payload} `, theirs([secret]), 'webhook-signature is of none of the secrets'],
    ['another id', payload, { ...theirs([secret]), 'webhook-id': 'evt_2' }, 'webhook-signature is of none'],
    [
      'another time',
      payload,
      { ...theirs([secret]), 'webhook-timestamp': String(seconds - 1) },
      'of none of the secrets',
    ],
    ['another secret', payload, theirs([other]), 'webhook-signature is of none of the secrets'],
    ['half a signature', payload, { ...theirs([secret]), 'webhook-signature': 'v1,c2ln' }, 'of none of the secrets'],
    ['no signature', payload, { ...theirs([secret]), 'webhook-signature': undefined }, 'webhook-signature is missing'],
    ['no time', payload, { ...theirs([secret]), 'webhook-timestamp': 'now' }, 'webhook-timestamp is not a time'],
    ['an old one', payload, theirs([secret], { at: now - 301_000 }), /webhook-timestamp is 30[12] s old/],
    ['a later one', payload, theirs([secret], { at: now + 302_000 }), /webhook-timestamp is 30[12] s ahead/],
  ])('given %s, then it is refused', async (_, body, headers, message) => {
    const refused = verifyWebhook(body, headers, secret, { now });
    await expect(refused).rejects.toThrow(WebhookVerificationError);
    await expect(refused).rejects.toThrow(message);
  });

  it('given a tolerance, then deliveries of before are verified', async () => {
    const headers = theirs([secret], { at: now - 86_400_000 });
    expect(await verifyWebhook(payload, headers, secret, { now, toleranceSeconds: 100_000 })).toEqual(event);
  });

  it('given a secret that is none, then it says so', async () => {
    await expect(verifyWebhook(payload, theirs([secret]), 'whsec_')).rejects.toThrow(TypeError);
    await expect(verifyWebhook(payload, theirs([secret]), 'hunter2!')).rejects.toThrow('whsec_ and base64');
  });
});
