import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitUntil } from '@styling/local-servers';
import { startServiceWithTables } from '@styling/testing';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { smallPhoto, startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey } from '../keys/key-administration.ts';

// On two gateways and the webhooks service in a process of its own, which may deliver to this machine. The conformance suite goes
// through what can be done to a webhook.

let gateways: TestGateways;
let webhooks: { stop(): Promise<void> };
let key = '';
let users = 0;
const received: { text: string; headers: IncomingHttpHeaders }[] = [];
const receiver = createServer(async (request, response) => {
  const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
  received.push({ text: Buffer.concat(chunks).toString(), headers: request.headers });
  response.writeHead(204).end();
});
let url = '';

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => new Date() });
  const { servers } = gateways;
  webhooks = await startServiceWithTables('webhooks', servers, { ALLOW_PRIVATE_URLS: '1' });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
}, 120_000);
afterAll(async () => {
  receiver.close();
  await webhooks.stop();
  await gateways.stop();
});
beforeEach(async () => {
  key = (await createKey(gateways.deps, `user${++users}`, 'test')).key;
  received.length = 0;
});

type Body = Record<string, unknown>;
/** Any gateway answers. */
async function call(method: string, path: string, body?: unknown, as = key): Promise<{ status: number; body: Body }> {
  const { port } = Math.random() < 0.5 ? gateways.gateway : gateways.otherGateway;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { 'x-api-key': as, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: response.status === 204 ? {} : ((await response.json()) as Body) };
}
const create = async (given: Body = {}) =>
  (await call('POST', '/webhooks', { url, events: ['job.succeeded'], ...given })).body as {
    webhook_id: string;
    secret: string;
  };
const until = async (isSo: () => boolean | Promise<boolean>) =>
  expect(await waitUntil(isSo, { timeoutMs: 20_000 })).toBe(true);

describe('a webhook', () => {
  it('gets the job that a request was, verified, and its delivery is listed and sent again', async () => {
    const { webhook_id, secret } = await create();
    const selfie_base64 = (await smallPhoto()).toString('base64');
    const order = { selfie_base64, clothing_description: 'a red coat', mode: 'model_shot' };
    const { body } = await call('POST', '/try_on_outfit', order);
    await until(() => received.length === 1);
    const { text, headers } = received[0] ?? { text: '', headers: {} };
    const event = new Webhook(secret).verify(text, headers as Record<string, string>);
    expect(event).toMatchObject({
      type: 'job.succeeded',
      data: { endpoint: '/try_on_outfit', image_ids: [body.image_id] },
    });
    const path = `/webhooks/${webhook_id}/deliveries`;
    const list = async () => (await call('GET', `${path}?status=succeeded`)).body.deliveries as Body[];
    await until(async () => (await list()).length === 1);
    const [delivery] = await list();
    expect(delivery).toMatchObject({
      event_id: headers['webhook-id'],
      type: 'job.succeeded',
      attempts: [{ status: 204, failure: null }],
    });
    expect((await call('POST', `${path}/${delivery?.delivery_id}/redeliver`)).body).toMatchObject({
      status: 'pending',
    });
    await until(() => received.length === 2);
    expect(received[1]?.headers['webhook-id']).toBe(headers['webhook-id']);
    expect((await call('GET', `/events/${headers['webhook-id']}`)).body).toMatchObject({ id: headers['webhook-id'] });
  });

  it('with too long a description, an unknown type, an odd time or overlap is a 400 that names it', async () => {
    const { webhook_id } = await create();
    const path = `/webhooks/${webhook_id}`;
    const long = { url: 'https://a.example', events: ['job.failed'], description: 'a'.repeat(201) };
    expect((await call('POST', '/webhooks', long)).body.error).toBe('description must be at most 200 characters');
    const odd = await call('PATCH', path, { events: ['job.failed', 'job.eaten'] });
    expect(odd).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('events.1 must be one of: job.succeeded, ') },
    });
    for (const since of ['yesterday', '2026-02-30T00:00:00Z', 7]) {
      expect(await call('POST', `${path}/recover`, { since })).toMatchObject({
        status: 400,
        body: { code: 'not_a_time' },
      });
    }
    expect((await call('POST', `${path}/rotate_secret`, { overlap_seconds: 604_801 })).body.error).toBe(
      'overlap_seconds must be an integer between 0 and 604800',
    );
    expect((await call('GET', `${path}/deliveries?cursor=nonsense`)).body.code).toBe('invalid_cursor');
  });
});
