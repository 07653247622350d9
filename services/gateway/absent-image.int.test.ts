import { answerQueries, type Bus } from '@styling/bus';
import { deleteImage, getImage, keepImage } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import { anImageCreated, testId } from '@styling/testing';
import { type KyselyPlugin, PostgresQueryCompiler } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateways, type TestGateways } from './gateway.fixture.ts';
import { createKey } from './keys/key-administration.ts';
import { type RunningGateway, startGateway } from './service.ts';

// An image that is somebody else's and one that never was are one thing to the gateway: nothing in the answer or in the
// work for it tells them apart.

let gateways: TestGateways;
let observed: RunningGateway;
let listener: Bus;
let images: { stop(): Promise<void> }[];
let keys: { owner: string; stranger: string };
/** What the gateway did: statements about keys, and subjects of everything said or asked on the bus. */
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

const statements: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    const { sql } = new PostgresQueryCompiler().compileQuery(node, queryId);
    // The sweep reads admissions, and the last use of a key is noted, in their own time: not as part of a request.
    if (/^\s*select\b.* from api_key\b/s.test(sql)) done.push(sql.trim());
    return node;
  },
  transformResult: async ({ result }) => result,
};

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => new Date() });
  const { deps, servers } = gateways;
  observed = await startGateway({ ...deps, db: deps.db.withPlugin(statements) }, 0);
  const options = { queue: 'stand-in', log: silentLogger() };
  const isOwn = (asked: { user_id: string; image_id: string }) =>
    asked.user_id === 'owner' && asked.image_id === image_id;
  images = [
    answerQueries(servers.bus, getImage, async (asked) => ({ image: isOwn(asked) ? stored : null }), options),
    answerQueries(servers.bus, keepImage, async (asked) => ({ image: isOwn(asked) ? stored : null }), options),
    answerQueries(servers.bus, deleteImage, async (asked) => ({ deleted: isOwn(asked) }), options),
  ];
  keys = {
    owner: (await createKey(deps, 'owner', 'test')).key,
    stranger: (await createKey(deps, 'stranger', 'test')).key,
  };
  listener = await servers.connect('listener');
  listener.nc.subscribe('styling.>', { callback: (_, message) => void done.push(message.subject) });
  await listener.nc.flush();
  // The first use of a key notes that it was used.
  for (const key of Object.values(keys)) await look(key, testId('img', 9));
});
afterAll(async () => {
  await Promise.all(images.map((queries) => queries.stop()));
  await observed.stop();
  await gateways.stop();
});

async function look(key: string, id: string, method: 'GET' | 'POST' | 'DELETE' = 'GET', action = '') {
  const url = `http://127.0.0.1:${observed.port}/images/${id}${action}`;
  const response = await fetch(url, { method, headers: { 'x-api-key': key } });
  const text = await response.text();
  const { request_id, ...body } = JSON.parse(text || '{}') as Record<string, unknown>;
  const headers = Object.fromEntries(response.headers);
  expect(headers['x-request-id']).toBe(request_id ?? headers['x-request-id']);
  return { status: response.status, body, headers: { ...headers, date: '', 'x-request-id': '' } };
}

/** The answer, and all that was done for it. */
async function observe(key: string, id: string, method: 'GET' | 'POST' | 'DELETE', action: string) {
  // What was said of the request before may still be on its way.
  await listener.nc.flush();
  done = [];
  const answer = await look(key, id, method, action);
  await expect.poll(() => done).toHaveLength(3);
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
    expect(foreign.done).toEqual([
      expect.stringMatching(/^select .* from api_key /s),
      subject,
      expect.stringMatching(/^styling\.read\.\d\d$/),
    ]);
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
