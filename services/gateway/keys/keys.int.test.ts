import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey } from './key-administration.ts';

// The endpoints of keys, on two gateways.

let gateways: TestGateways;
let user = '';
let users = 0;
let manager: Awaited<ReturnType<typeof createKey>>;
let plain: Awaited<ReturnType<typeof createKey>>;

// Never twice the same: keys are listed in the order of their times.
let last = 0;
const clock = () => {
  last = Math.max(last + 1, Date.now());
  return new Date(last);
};

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock });
});
afterAll(() => gateways.stop());
beforeEach(async () => {
  user = `user${++users}`;
  manager = await createKey(gateways.deps, user, 'manager', true);
  plain = await createKey(gateways.deps, user, 'plain');
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
async function call(method: Method, path: string, body?: object, key = manager.key, at = gateways.gateway) {
  const response = await fetch(`http://127.0.0.1:${at.port}${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}
const listed = async () => (await call('GET', '/keys')).body.keys as Record<string, unknown>[];

describe('a key that may manage', () => {
  it('lists all keys of its user, without secrets', async () => {
    const keys = await listed();
    expect(keys).toMatchObject([
      { key_id: manager.key_id, name: 'manager', status: 'active', may_manage: true, revoked_at: null },
      { key_id: plain.key_id, name: 'plain', status: 'active', may_manage: false, last_used_at: null },
    ]);
    expect(JSON.stringify(keys)).not.toMatch(/iss_|digest/);
  });

  it('creates a key that works at once, at any gateway, and cannot manage', async () => {
    const { status, body } = await call('POST', '/keys', { name: ' phone ' });
    expect([status, Object.keys(body)]).toEqual([201, ['key_id', 'name', 'key']]);
    expect(body.name).toBe('phone');
    expect((await call('GET', '/assets', undefined, body.key, gateways.otherGateway)).status).not.toBe(403);
    expect(await call('GET', '/keys', undefined, body.key)).toMatchObject({
      status: 403,
      body: { code: 'key_cannot_manage' },
    });
  });

  it('renames a key', async () => {
    const renamed = await call('PATCH', `/keys/${plain.key_id}`, { name: 'tablet' });
    expect(renamed).toMatchObject({ status: 200, body: { key_id: plain.key_id, name: 'tablet' } });
    expect((await listed()).map(({ name }) => name)).toEqual(['manager', 'tablet']);
  });

  it('revokes a key, once and again; itself, too', async () => {
    expect((await call('DELETE', `/keys/${plain.key_id}`)).status).toBe(204);
    expect((await call('DELETE', `/keys/${plain.key_id}`)).status).toBe(204);
    expect((await call('GET', '/usage', undefined, plain.key, gateways.otherGateway)).status).toBe(403);
    expect((await call('DELETE', `/keys/${manager.key_id}`)).status).toBe(204);
    expect((await call('GET', '/keys')).status).toBe(403);
  });

  it.each<[Method, object | undefined]>([
    ['PATCH', { name: 'mine' }],
    ['DELETE', undefined],
  ])('finds no key of another user, and no unknown one: %s', async (method, body) => {
    const foreign = await createKey(gateways.deps, `${user}-neighbour`, 'foreign');
    for (const id of [foreign.key_id, 'key_000000000000000000000000', 'nothing']) {
      expect(await call(method, `/keys/${id}`, body)).toMatchObject({ status: 404, body: { code: 'key_not_found' } });
    }
    expect((await call('GET', '/usage', undefined, foreign.key)).status).not.toBe(403);
  });

  it.each([
    [{}, 'required'],
    [{ name: '   ' }, 'required'],
    [{ name: 7 }, 'not_a_string'],
    [{ name: 'x'.repeat(101) }, 'too_long'],
  ])('creates nothing from %j', async (body, code) => {
    expect(await call('POST', '/keys', body)).toMatchObject({ status: 400, body: { code } });
    expect(await listed()).toHaveLength(2);
  });

  it('creates no more than a user may have', async () => {
    for (let made = 2; made < 50; made++) await createKey(gateways.deps, user, `key ${made}`);
    expect(await call('POST', '/keys', { name: 'one more' })).toMatchObject({
      status: 400,
      body: { code: 'too_many_keys' },
    });
    await call('DELETE', `/keys/${plain.key_id}`);
    expect((await call('POST', '/keys', { name: 'one more' })).status).toBe(201);
  });
});

it.each<[Method, string, object | undefined]>([
  ['GET', '/keys', undefined],
  ['POST', '/keys', { name: 'mine' }],
  ['PATCH', '/keys/:id', { name: 'mine' }],
  ['DELETE', '/keys/:id', undefined],
])('a key that may not manage is refused: %s %s', async (method, path, body) => {
  const refused = await call(method, path.replace(':id', plain.key_id), body, plain.key);
  expect(refused).toMatchObject({ status: 403, body: { code: 'key_cannot_manage' } });
  expect(await listed()).toMatchObject([{ name: 'manager' }, { name: 'plain', status: 'active' }]);
});
