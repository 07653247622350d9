import type { Bus } from '@styling/bus';
import { deleteImage, getImage, keepImage } from '@styling/contracts';
import { anImageCreated, testId } from '@styling/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateways, type TestGateways } from './gateway.fixture.ts';
import { createKey } from './keys/key-administration.ts';

// An image that is somebody else's and one that never was are one thing to the gateway: nothing in the answer or in the
// work for it tells them apart.

let gateways: TestGateways;
let listener: Bus;
let keys: { owner: string; stranger: string };
/** Subjects of everything that the gateway published or asked on the bus. */
let done: string[] = [];

const { image_id, object, mime_type, category, endpoint } = anImageCreated(1).data;
const stored = {
  image_id,
  object,
  mime_type,
  category,
  endpoint,
  created_at: anImageCreated(1).time,
  persistent: false,
  expires_at: null,
  width: 1,
  height: 1,
  provider: 'test',
  model: 'test-1',
  approximations: [],
  job_id: null,
};

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => new Date() });
  const { deps, servers } = gateways;
  const isOwn = (asked: { user_id: string; image_id: string }) =>
    asked.user_id === 'owner' && asked.image_id === image_id;
  gateways.answer(getImage, async (asked) => ({ image: isOwn(asked) ? stored : null }));
  gateways.answer(keepImage, async (asked) => ({ image: isOwn(asked) ? stored : null }));
  gateways.answer(deleteImage, async (asked) => ({ deleted: isOwn(asked) }));
  keys = {
    owner: (await createKey(deps, 'owner', 'test')).key,
    stranger: (await createKey(deps, 'stranger', 'test')).key,
  };
  listener = await servers.connect('listener');
  listener.nc.subscribe('styling.>', { callback: (_, message) => void done.push(message.subject) });
  await listener.nc.flush();
});
afterAll(() => gateways.stop());

async function look(key: string, id: string, method: 'GET' | 'POST' | 'DELETE' = 'GET', action = '') {
  const answer = await gateways.ask(key, `/images/${id}${action}`, { method });
  const { request_id, ...body } = answer.body;
  const headers = Object.fromEntries(answer.headers);
  expect(headers['x-request-id']).toBe(request_id ?? headers['x-request-id']);
  return { status: answer.status, body, headers: { ...headers, date: '', 'x-request-id': '' } };
}

/** The answer, and all that was done for it. */
async function observe(key: string, id: string, method: 'GET' | 'POST' | 'DELETE', action: string) {
  // What was said of the request before may still be on its way.
  await listener.nc.flush();
  done = [];
  const answer = await look(key, id, method, action);
  await expect.poll(() => done).toHaveLength(2);
  return { answer, done: done.toSorted() };
}

describe.each([
  ['GET', '', 200, getImage],
  ['POST', '/keep', 200, keepImage],
  ['DELETE', '', 204, deleteImage],
] as const)('%s /images/:id%s', (method, action, success, { subject }) => {
  it('given a foreign and a missing image, answers the same and does the same for it', async () => {
    expect(await look(keys.owner, image_id, method, action)).toMatchObject({ status: success });
    const foreign = await observe(keys.stranger, image_id, method, action);
    const missing = await observe(keys.stranger, testId('img', 2), method, action);
    expect(foreign.answer).toMatchObject({ status: 404, body: { error: 'Image not found', code: 'image_not_found' } });
    expect(foreign).toEqual(missing);
    expect(foreign.done).toEqual([subject, expect.stringMatching(/^styling\.read\.\d\d$/)]);
  });

  it.each(['%00', 'img_0%00', 'x', 'img_', 'x'.repeat(8000), '%F0%9F%91%97'])(
    'given "%s", which is no id, answers the same and asks nobody',
    async (id) => {
      done = [];
      const answer = await look(keys.stranger, id, method, action);
      expect(answer).toMatchObject({ status: 404, body: { error: 'Image not found' } });
      expect(done.filter((subject) => subject.includes('query'))).toEqual([]);
    },
  );
});
