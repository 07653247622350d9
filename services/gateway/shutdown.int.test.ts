import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { RequestAccepted } from '@styling/contracts';
import { eventsOfRequest } from '@styling/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smallPhoto, startTestGateways, type TestGateways } from './gateway.fixture.ts';
import { createKey } from './keys/key-administration.ts';
import { tablesOf } from './tables.fixture.ts';

let gateways: TestGateways;
/** Requests that the worker has and does not end by itself. */
const held: RequestAccepted[] = [];
beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => new Date() });
  gateways.setWork(async (event) => void held.push(event));
});
afterAll(() => gateways.stop());

/** The gateway as it is deployed, on the test's servers. */
async function startProcess() {
  const { servers } = gateways;
  const { origin, pathname } = new URL(servers.imageStoreUrl);
  const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url))], {
    env: {
      ...process.env,
      NATS_URL: servers.nats.url,
      DATABASE_URL: servers.postgres.url,
      S3_ENDPOINT: origin,
      S3_BUCKET: pathname.slice(1),
      IMAGE_STORE_URL: servers.imageStoreUrl,
      PORT: '0',
      HEALTH_PORT: '0',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  await expect.poll(() => output).toContain('"msg":"ready"');
  const port = Number(/"port":(\d+)/.exec(output)?.[1]);
  const healthPort = Number(/"health_port":(\d+)/.exec(output)?.[1]);
  return { child, port, healthPort, exit: once(child, 'exit') };
}

it('given five requests in flight, when told to stop, then it takes no more, answers all five, and ends in order', async () => {
  const { child, port, healthPort, exit } = await startProcess();
  const selfie_base64 = (await smallPhoto()).toString('base64');
  const body = JSON.stringify({ selfie_base64, clothing_description: 'a red coat', mode: 'model_shot' });
  const keys = await Promise.all([1, 2, 3, 4, 5].map((n) => createKey(gateways.deps, `user${n}`, 'test')));
  const url = `http://127.0.0.1:${port}/try_on_outfit`;
  const waiting = keys.slice(0, 4).map(async ({ key }) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', body, headers })).status;
  });
  await expect.poll(() => held.length).toBe(4);
  // The fifth is in the middle of sending.
  const sending = connect(port, '127.0.0.1');
  const head = ['POST /try_on_outfit HTTP/1.1', 'Host: x', `X-API-Key: ${keys[4]?.key}`];
  head.push('Content-Type: application/json', `Content-Length: ${body.length}`);
  sending.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 1000)}`);
  const lastUse = () =>
    tablesOf(gateways.db)
      .selectFrom('api_key')
      .select('last_used_at')
      .where('user_id', '=', 'user5')
      .executeTakeFirst();
  await expect.poll(async () => (await lastUse())?.last_used_at).toBeInstanceOf(Date);

  child.kill('SIGTERM');
  const ready = async () => (await fetch(`http://127.0.0.1:${healthPort}/readyz`)).status;
  await expect.poll(ready).toBe(503);
  await expect
    .poll(() =>
      fetch(url).then(
        () => 'taken',
        (error) => error.cause.code,
      ),
    )
    .toBe('ECONNREFUSED');
  expect(child.exitCode).toBeNull();

  sending.write(body.slice(1000));
  await expect.poll(() => held.length).toBe(5);
  const events = held.splice(0);
  for (const event of events) await gateways.complete(event);
  expect(await Promise.all(waiting)).toEqual([200, 200, 200, 200]);
  const fifth = (await sending.toArray()).join('');
  expect(fifth).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(fifth).toMatch(/^connection: close\r$/im);
  expect(await exit).toEqual([0, null]);

  const rows = await tablesOf(gateways.db).selectFrom('admission').select(['used', 'request_id']).execute();
  expect(rows).toEqual(keys.map(() => ({ used: 1, request_id: null })));
  for (const { data } of events) {
    const said = await eventsOfRequest(gateways.servers.bus, data.request_id);
    expect(said.map(({ type }) => type)).toEqual(['request.accepted', 'request.completed']);
  }
});
