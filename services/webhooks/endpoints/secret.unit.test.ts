import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { SECRET_BYTES, secretFrom, signedHeaders } from './secret.ts';

const event = { id: 'evt_0123456789abcdef01234567', type: 'job.succeeded', data: { text: 'ünïcode' } };
const body = JSON.stringify(event);
const timestamp = Math.floor(Date.now() / 1000);
const [one, other] = [secretFrom(randomBytes(SECRET_BYTES)), secretFrom(randomBytes(SECRET_BYTES))];
const signed = (...secrets: string[]) => signedHeaders({ id: event.id, timestamp, body }, secrets);

test('given a secret, then a Standard Webhooks receiver that has it verifies, and one with another does not', () => {
  expect(new Webhook(one).verify(body, signed(one))).toEqual(event);
  expect(() => new Webhook(other).verify(body, signed(one))).toThrow('No matching signature');
});

test('given two secrets while one replaces the other, then receivers with either verify', () => {
  for (const secret of [one, other]) expect(new Webhook(secret).verify(body, signed(one, other))).toEqual(event);
});

test('given a body, an id or a time that was changed, then it is not verified', () => {
  const headers = signed(one);
  expect(() => new Webhook(one).verify(`${body} `, headers)).toThrow();
  expect(() => new Webhook(one).verify(body, { ...headers, 'webhook-id': 'evt_other' })).toThrow();
  expect(() => new Webhook(one).verify(body, { ...headers, 'webhook-timestamp': String(timestamp - 1) })).toThrow();
});
