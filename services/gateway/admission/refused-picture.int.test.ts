import { publish } from '@styling/bus';
import { completeRequest } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smallPhoto, startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey } from '../keys/key-administration.ts';

let gateways: TestGateways;
let body: string;
beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 3, clock: () => new Date() });
  const selfie_base64 = (await smallPhoto()).toString('base64');
  body = JSON.stringify({ selfie_base64, clothing_description: 'a red coat', mode: 'model_shot' });
});
afterAll(() => gateways.stop());

it.each([
  ['a paid model refused the picture', 'content_refused', ['2', '1', '0'], 429],
  ['it was refused before a model was asked', 'no_person', ['3', '3', '3'], 400],
] as const)('given %s, then the count is as it should be, and the headers say so', async (_, code, remaining, last) => {
  const { key } = await createKey(gateways.deps, code, 'test');
  gateways.setWork(async ({ data }) => {
    const error = new ServiceError(code, { field: 'selfie_base64' });
    await publish(gateways.servers.bus, completeRequest(data, 'tryon', new Date(), { error }));
  });
  const tryOn = () =>
    fetch(`http://127.0.0.1:${gateways.gateway.port}/try_on_outfit`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body,
    });
  for (const left of remaining) {
    const answer = await tryOn();
    expect(await answer.json()).toMatchObject({ code });
    expect([answer.status, answer.headers.get('x-ratelimit-remaining')]).toEqual([400, left]);
  }
  expect((await tryOn()).status).toBe(last);
});
