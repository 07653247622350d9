import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { readLog } from '@styling/bus';
import { connectDatabase, migrate } from '@styling/database';
import { silentLogger } from '@styling/telemetry';
import { startTestServers, type TestServers, testTime } from '@styling/testing';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayTables } from '../tables.ts';
import { isWellFormed } from './api-key.ts';
import { runKeyCommand } from './key-command.ts';

let servers: TestServers;
let db: Kysely<GatewayTables>;
let now = testTime();
const run = (...args: string[]) => runKeyCommand({ db, bus: servers.bus, clock: () => now, random: randomBytes }, args);

beforeAll(async () => {
  servers = await startTestServers();
  db = connectDatabase<GatewayTables>({ url: servers.postgres.url, schema: 'gateway', log: silentLogger() });
  await migrate(db, 'gateway', fileURLToPath(new URL('../migrations', import.meta.url)));
});
afterAll(async () => {
  await db.destroy();
  await servers.stop();
});

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
    const reader = readLog(servers.bus, { name: 'test', filter: 'styling.key.>', after: 0, log: silentLogger() });
    for await (const batch of reader) {
      said.push(...batch.map(({ event }) => JSON.stringify(event)));
      if (said.some((event) => event.includes('key.revoked'))) break;
    }
    await reader.close();
    expect(said).toHaveLength(2);
    expect(said.join()).not.toContain(created.key);
  });

  it('lists nothing of a user without keys', async () => {
    expect(await run('list', '--user', 'nobody')).toEqual([]);
  });

  it.each([
    [[], 'use: keys create'],
    [['paint'], 'use: keys create'],
    [['create', '--name', 'x'], '--user needs'],
    [['create', '--user', 'a.b', '--name', 'x'], '--user needs'],
    [['create', '--user', 'alice'], '--name needs'],
    [['create', '--user', 'alice', '--name', ' '], '--name needs'],
    [['create', '--user', 'alice', '--name', 'x'.repeat(101)], '--name needs'],
    [['create', 'extra', '--user', 'alice', '--name', 'x'], 'use: keys create'],
    [['list'], '--user needs'],
    [['revoke'], 'use: keys create'],
    [['revoke', 'key_1', 'key_2'], 'use: keys create'],
    [['revoke', 'key_unknown'], 'there is no key key_unknown'],
    [['list', '--colour', 'red'], "Unknown option '--colour'"],
  ])('given %j, says how it should look', async (args, message) => {
    await expect(run(...args)).rejects.toThrow(message);
  });
});
