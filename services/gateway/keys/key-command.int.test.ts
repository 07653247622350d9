import { randomBytes } from 'node:crypto';
import { readLog } from '@styling/bus';
import { silentLogger } from '@styling/telemetry';
import { testTime } from '@styling/testing';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Replicas, startReplicas } from '../admission/admission.fixture.ts';
import { beginSession } from '../portal/sessions.ts';
import { tablesOf } from '../tables.fixture.ts';
import { digestOf, isWellFormed } from './api-key.ts';
import { runKeyCommand } from './key-command.ts';
import type { ListedKey } from './key-store.ts';

let replicas: Replicas;
let db: Kysely<unknown>;
let now = testTime();
const runAt = (portalUrl: string | undefined, args: string[]) =>
  runKeyCommand(
    { db, bus: replicas.servers.bus, log: silentLogger(), clock: () => now, random: randomBytes, portalUrl },
    args,
  );
const run = (...args: string[]) => runAt('https://styling.example.com/', args);

beforeAll(async () => {
  replicas = await startReplicas();
  db = replicas.db;
});
afterAll(() => replicas.stop());

describe('npm run keys', () => {
  it('creates a key, shows it once, lists and revokes it, and says so without its secret', async () => {
    const [created] = (await run('create', '--user', 'alice', '--name', ' laptop ')) as [Record<string, string>];
    expect(Object.keys(created)).toEqual(['key_id', 'user_id', 'name', 'key']);
    expect(created).toMatchObject({ user_id: 'alice', name: 'laptop' });
    expect(isWellFormed(String(created.key))).toBe(true);

    const [listed] = await run('list', '--user', 'alice');
    expect(listed).toMatchObject({ key_id: created.key_id, status: 'active', revoked_at: null, last_used_at: null });
    expect(JSON.stringify(listed)).not.toContain(created.key);

    const revoked = { key_id: created.key_id, status: 'revoked', revoked_at: testTime() };
    expect(await run('revoke', String(created.key_id))).toMatchObject([revoked]);
    now = new Date(now.getTime() + 60_000);
    expect(await run('revoke', String(created.key_id))).toMatchObject([revoked]);

    const said: string[] = [];
    const reader = readLog(replicas.servers.bus, {
      name: 'test',
      filter: 'styling.key.>',
      after: 0,
      log: silentLogger(),
    });
    for await (const batch of reader) {
      said.push(...batch.map(({ event }) => JSON.stringify(event)));
      if (said.some((event) => event.includes('key.revoked'))) break;
    }
    await reader.close();
    expect(said).toHaveLength(2);
    expect(said.join()).not.toContain(created.key);
  });

  it('invites a user by a link that can be used for an hour, and stores a digest of it', async () => {
    const [invited] = (await run('invite', '--user', 'alice')) as [{ link: string }];
    expect(invited).toMatchObject({ user_id: 'alice', expires_at: new Date(now.getTime() + 3_600_000) });
    const [page, token = ''] = invited.link.split('#token=');
    expect(page).toBe('https://styling.example.com/portal/sign-in');
    const rows = await tablesOf(db).selectFrom('invitation').selectAll().execute();
    expect(rows).toMatchObject([{ user_id: 'alice', digest: digestOf(token) }]);
    await expect(runAt(undefined, ['invite', '--user', 'alice'])).rejects.toThrow('PORTAL_URL is not set');
  });

  it('ends all sessions of a user, of nobody else, and no key', async () => {
    const deps = { clock: () => now, random: randomBytes };
    const begin = (user_id: string) => beginSession(db, { user_id, signed_in_by: 'invitation' }, 'Firefox', deps);
    await begin('bob');
    await begin('bob');
    await begin('carol');
    const [key] = await run('create', '--user', 'bob', '--name', 'laptop');
    expect(await run('sign-out', '--user', 'bob')).toEqual([{ user_id: 'bob', sessions_ended: 2 }]);
    expect(await run('sign-out', '--user', 'bob')).toEqual([{ user_id: 'bob', sessions_ended: 0 }]);
    expect(await run('list', '--user', 'bob')).toMatchObject([{ key_id: (key as ListedKey).key_id, status: 'active' }]);
    const active = tablesOf(db)
      .selectFrom('api_key')
      .select('user_id')
      .where('kind', '=', 'session')
      .where('status', '=', 'active');
    expect(await active.execute()).toEqual([{ user_id: 'carol' }]);
  });

  it.each([
    [[], 'use: keys create'],
    [['create', '--user', 'a.b', '--name', 'x'], '--user needs'],
    [['create', '--user', 'alice', '--name', ' '], '--name needs'],
    [['create', '--user', 'alice', '--name', 'x'.repeat(101)], '--name needs'],
    [['invite', 'alice'], 'use: keys create'],
    [['sign-out'], '--user needs'],
    [['revoke', 'key_1', 'key_2'], 'use: keys create'],
    [['revoke', 'key_unknown'], 'there is no key key_unknown'],
    [['list', '--colour', 'red'], "Unknown option '--colour'"],
  ])('given %j, says how it should look', async (args, message) => {
    await expect(run(...args)).rejects.toThrow(message);
  });
});
