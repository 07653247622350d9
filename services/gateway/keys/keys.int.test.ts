import { readToHead } from '@styling/bus';
import { silentLogger } from '@styling/telemetry';
import { testId } from '@styling/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { smallPhoto, startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { invitationFor, openBrowser } from '../portal/browser.fixture.ts';
import { tablesOf } from '../tables.fixture.ts';
import { createKey } from './key-administration.ts';
import { readKeyPage } from './key-store.ts';

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
  const { status, headers } = response;
  return { status, body: text === '' ? undefined : JSON.parse(text), headers };
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
    [{ name: '   ' }, 'required'],
    [{ name: 'x'.repeat(101) }, 'too_long'],
  ])('creates nothing from %j', async (body, code) => {
    expect(await call('POST', '/keys', body)).toMatchObject({ status: 400, body: { code } });
    expect(await listed()).toHaveLength(2);
  });

  it('given sixty creations at the same moment at two gateways, then creates exactly as many as there may be, and publishes no other', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        call('POST', '/keys', { name: `key ${index}` }, manager.key, index % 2 ? undefined : gateways.otherGateway),
      ),
    );
    const count = (status: number) => outcomes.filter((outcome) => outcome.status === status).length;
    expect([count(201), count(400)]).toEqual([48, 12]);
    expect(await listed()).toHaveLength(50);
    expect(await keyEvents()).toEqual(Array.from({ length: 50 }, () => 'key.created'));
    await call('DELETE', `/keys/${plain.key_id}`);
    expect((await call('POST', '/keys', { name: 'one more' })).status).toBe(201);
  });

  it('revokes a key with one event; later it changes nothing, and publishes nothing', async () => {
    for (let round = 0; round < 3; round++) await call('DELETE', `/keys/${plain.key_id}`);
    await insertRevoked(1);
    const [earlier] = (await listed()).filter(({ name }) => name === 'revoked 1');
    expect((await call('DELETE', `/keys/${earlier?.key_id}`)).status).toBe(204);
    expect(await keyEvents()).toEqual(['key.created', 'key.created', 'key.revoked']);
    expect(await listed()).toContainEqual(earlier);
  });
});

/** Types of the events about the user's keys. */
async function keyEvents(): Promise<string[]> {
  const read = { name: 'test', filter: `styling.key.*.${user}.*`, after: 0, log: silentLogger() };
  const found = await Array.fromAsync(readToHead(gateways.servers.bus, read));
  return found.map(({ event }) => event?.type ?? '');
}

/** Keys of the user that were revoked, each a second after the one before. */
const insertRevoked = (count: number) =>
  sql`
  insert into api_key (key_id, user_id, name, digest, status, created_at, revoked_at)
  select 'key_' || substr(encode(sha256((${user} || n)::bytea), 'hex'), 1, 24), ${user}, 'revoked ' || n,
    sha256((${user} || n)::bytea), 'revoked', '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 s', '2026-02-01T00:00:00Z'
  from generate_series(1, ${count}::int) as n`.execute(gateways.db);

describe('a list of many keys', () => {
  const namesOf = (body: { keys: { name: string }[] }) => body.keys.map(({ name }) => name);
  const page = (query: string) => call('GET', `/keys?${query}`);

  it('given many that are revoked, then the first page has all that work, and the others follow, each once', async () => {
    await insertRevoked(250);
    const first = (await page('')).body;
    expect(first.keys).toHaveLength(100);
    expect(namesOf(first).slice(-3)).toEqual(['revoked 250', 'manager', 'plain']);
    expect(namesOf(first)[0]).toBe('revoked 153');
    const names = namesOf(first);
    for (let cursor = first.next_cursor; cursor; ) {
      const { body } = await page(`cursor=${cursor}`);
      names.push(...namesOf(body));
      cursor = body.next_cursor;
    }
    expect(new Set(names).size).toBe(252);
    expect(names).toHaveLength(252);
  });

  it('given a key that is revoked between two pages, then no other is missing or doubled', async () => {
    await createKey(gateways.deps, user, 'third');
    const { body } = await page('limit=2');
    await call('DELETE', `/keys/${plain.key_id}`);
    const rest = (await page(`limit=5&cursor=${body.next_cursor}`)).body;
    expect([namesOf(body), namesOf(rest)]).toEqual([
      ['manager', 'plain'],
      ['plain', 'third'],
    ]);
    expect(rest.keys).toMatchObject([{ status: 'revoked' }, { status: 'active' }]);
  });

  it.each([
    'limit=0',
    'limit=101',
    'cursor=x',
    `cursor=${Buffer.from(`revoked 0000-01-01T00:00:00.000Z ${testId('key', 1)}`).toString('base64url')}`,
  ])('given %s, answers 400', async (query) => expect((await page(query)).status).toBe(400));

  it('is read by its indexes, whatever else the user has', async () => {
    await insertRevoked(3_000);
    await sql`analyze api_key`.execute(gateways.db);
    const read = async (db: typeof gateways.db) => {
      const { rows } = await sql<{ read: number }>`
        select sum(idx_tup_fetch + seq_tup_read)::int as read
        from pg_stat_xact_user_tables where relname = 'api_key'`.execute(db);
      return Number(rows[0]?.read);
    };
    await gateways.db.transaction().execute(async (trx) => {
      const before = await read(trx);
      await readKeyPage(trx, user, 100, undefined);
      // Both kinds, and one more than the page has.
      expect((await read(trx)) - before).toBe(2 + 101);
    });
  });
});

describe('the changes of a day', () => {
  const spend = (changes: number) =>
    tablesOf(gateways.db)
      .updateTable('admission')
      .set({ changes, changes_day: new Date(last + 1000).toISOString().slice(0, 10) })
      .where('user_id', '=', user)
      .execute();
  const refused = { status: 429, body: { code: 'too_many_changes', error: expect.stringMatching('midnight UTC') } };
  const tryOn = async () => {
    const selfie_base64 = (await smallPhoto()).toString('base64');
    return call('POST', '/try_on_outfit', { selfie_base64, clothing_description: 'a coat', mode: 'model_shot' });
  };

  it('given that they are made, then nothing more is made until midnight UTC, and keys are replaced and revoked still', async () => {
    expect((await tryOn()).status).toBe(200);
    await spend(1_000);
    const late = await tryOn();
    expect(late).toMatchObject({ status: 429, body: { limit: 5, remaining: 0 } });
    expect(Object.keys(late.body).sort()).toEqual(['error', 'limit', 'remaining', 'reset']);
    expect(late.headers.get('x-ratelimit-remaining')).toBe('0');
    const at = `/webhooks/${testId('whk', 1)}`;
    for (const answer of [
      await call('POST', `${at}/test`),
      await call('PATCH', at, { enabled: true }),
      await call('POST', '/webhooks', { url: 'https://shop.example/hook', events: ['job.failed'] }),
      await openBrowser(gateways.gateway).portal('POST', '/session', { api_key: plain.key }),
    ])
      expect(answer).toMatchObject(refused);
    expect((await call('POST', '/keys', { name: 'replacement' })).status).toBe(201);
    expect((await call('DELETE', `/keys/${plain.key_id}`)).status).toBe(204);
    const invited = await invitationFor(gateways.deps, user);
    expect((await openBrowser(gateways.gateway).portal('POST', '/session', { token: invited })).status).toBe(200);
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
