import { fileURLToPath } from 'node:url';
import { publish } from '@styling/bus';
import { connectDatabase, migrate } from '@styling/database';
import { silentLogger } from '@styling/telemetry';
import { anImageCreated, findPgBouncer, startPgBouncer, startTestServers, type TestServers } from '@styling/testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { headsOf, waitForCheckpoint } from './progress.ts';
import type { Projection } from './projection.ts';
import { rebuild } from './rebuild.ts';
import { type RunningProjection, runProjection } from './run-projection.ts';

type Tables = { taken: { event_id: string; seq: number } };

const LIMIT = { timeout: 30_000, interval: 20 };
const log = silentLogger();
const migrations = fileURLToPath(new URL('./tables.fixture', import.meta.url));
const command = await findPgBouncer('projections behind a connection pooler');

describe.skipIf(!command)('given a connection pooler in transaction mode', () => {
  const schema = 'pooled';
  let servers: TestServers;
  let url: string;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let db: Kysely<Tables>;
  beforeAll(async () => {
    servers = await startTestServers();
    pooler = await startPgBouncer(command ?? '', servers.postgres.url);
    url = `${pooler.url}?pgbouncer=true`;
    db = connectDatabase<Tables>({ url, schema, log });
    await migrate(db, schema, migrations);
  });
  afterAll(async () => {
    await db?.destroy();
    await pooler?.stop();
    await servers?.stop();
  });

  const projection: Projection<Tables> = {
    name: schema,
    sources: ['styling.image.>'],
    tables: ['taken', 'tally'],
    apply: async (trx, events) => {
      const rows = events.map(({ seq, event }) => ({ event_id: event.id, seq }));
      if (rows.length > 0) await trx.insertInto('taken').values(rows).execute();
    },
  };
  function run(): RunningProjection {
    const replica = connectDatabase<Tables>({ url, schema, log, connections: 4 });
    const running = runProjection(servers.bus, replica, projection, { log, standbyMs: 50 });
    onTestFinished(async () => {
      await running.stop();
      await replica.destroy();
    });
    return running;
  }
  let said = 0;
  /** Publishes events, and waits until they are projected. */
  async function project(count: number): Promise<void> {
    for (let left = count; left > 0; left--) await publish(servers.bus, anImageCreated(++said));
    await waitForCheckpoint(db, schema, await headsOf(servers.bus, projection.sources), { timeoutMs: 20_000 });
  }
  const taken = async () => (await db.selectFrom('taken').select('event_id').execute()).length;
  const onlyOneIsActive = (replicas: readonly RunningProjection[]) =>
    vi.waitFor(() => expect(replicas.filter(({ active }) => active)).toHaveLength(1), LIMIT);

  it('when the leader stops, or its server connection is cut, then the other replica goes on', async () => {
    const [one, other] = [run(), run()];
    await onlyOneIsActive([one, other]);
    await project(3);
    const [first, second] = one.active ? [one, other] : [other, one];
    await first.stop();
    await vi.waitFor(() => expect(second.active).toBe(true), LIMIT);
    await project(3);
    const third = run();
    const locks = sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted`;
    await locks.execute(db).catch(() => undefined);
    await onlyOneIsActive([second, third]);
    await project(3);
    expect(await taken()).toBe(said);
  });

  it('when the tables are rebuilt, then they are the same, and projected further', async () => {
    await onlyOneIsActive([run()]);
    await project(5);
    expect(await rebuild(servers.bus, projection, { url, schema, migrations, log })).toMatchObject({ identical: true });
    await project(2);
    expect(await taken()).toBe(said);
  });
});
