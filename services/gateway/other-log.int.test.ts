import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publish } from '@styling/bus';
import { anImageCreated, startRestartableNats } from '@styling/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateways, type TestGateways } from './gateway.fixture.ts';
import { gatewayProjection } from './gateway-projection.ts';
import { createKey, revoke } from './keys/key-administration.ts';
import { type RunningGateway, startGateway } from './service.ts';
import { tablesOf } from './tables.fixture.ts';

// docs/invariants.md, 2: the log, or the tables, are other ones than before.

const rebuildScript = fileURLToPath(new URL('./rebuild.ts', import.meta.url));
const LIMIT = { timeout: 30_000, interval: 50 };
let gateways: TestGateways;
beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 20, clock: () => new Date(), requestTimeoutMs: 3_000 });
});
afterAll(() => gateways.stop());

const post = async (key: string, at: RunningGateway = gateways.gateway) => (await gateways.tryOn(key, { at })).status;

it('given an older copy of Postgres, then keys that the log revoked are revoked before the first request is served', async () => {
  const { db, deps } = gateways;
  const { key, key_id } = await createKey(deps, 'alice', 'test');
  expect(await post(key)).toBe(200);
  const readCheckpoints = () => tablesOf(db).selectFrom('checkpoint').selectAll().execute();
  await expect.poll(readCheckpoints, LIMIT).toHaveLength(gatewayProjection.sources.length);
  const checkpoints = await readCheckpoints();
  await revoke(deps, key_id);
  expect(await post(key)).toBe(403);
  const [revoked] = await tablesOf(db)
    .selectFrom('api_key')
    .select('revoked_at')
    .where('key_id', '=', key_id)
    .execute();
  await Promise.all([gateways.gateway.stop(), gateways.otherGateway.stop()]);

  await tablesOf(db)
    .updateTable('api_key')
    .set({ status: 'active', revoked_at: null })
    .where('key_id', '=', key_id)
    .execute();
  for (const { source, ...checkpoint } of checkpoints) {
    await tablesOf(db).updateTable('checkpoint').set(checkpoint).where('source', '=', source).execute();
  }
  const restarted = await startGateway(deps, 0);
  expect(await post(key, restarted)).toBe(403);
  expect(
    await tablesOf(db).selectFrom('api_key').select(['status', 'revoked_at']).where('key_id', '=', key_id).execute(),
  ).toEqual([{ status: 'revoked', revoked_at: revoked?.revoked_at }]);
  await restarted.stop();
});

it('given another log, then nothing is admitted until the gateway is rebuilt; then its completions are heard again', async () => {
  const { db, deps, servers } = gateways;
  const { key } = await createKey(deps, 'bob', 'test');
  const { key: waiting } = await createKey(deps, 'carol', 'test');
  const one = await startGateway({ ...deps, name: 'gateway-3' }, 0);
  expect(await post(key, one)).toBe(200);
  gateways.setWork(async () => undefined);
  const asked = post(waiting, one);
  await expect
    .poll(() => tablesOf(db).selectFrom('admission').select('user_id').where('user_id', '=', 'carol').execute(), LIMIT)
    .toHaveLength(1);

  const other = await startRestartableNats();
  const otherBus = await other.connect();
  await Promise.all(Array.from({ length: 200 }, (_, number) => publish(otherBus, anImageCreated(number + 1))));
  await other.kill();
  await servers.nats.kill();
  await servers.nats.restart({ dataDir: other.dataDir });
  await expect.poll(() => one.notReady?.(), LIMIT).toContain('projection gateway: EVENTS has another message at');
  expect([await post(key, one), (await gateways.ask(key, '/images', { at: one })).status]).toEqual([503, 503]);
  expect(await asked).toBe(504);

  gateways.setWork((event) => gateways.complete(event));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, NATS_URL: servers.nats.url, DATABASE_URL: servers.postgres.url };
  const { stdout } = await promisify(execFile)(process.execPath, [rebuildScript], { env });
  expect(JSON.parse(stdout)).toEqual({ tables: 'gateway', seconds: expect.any(Number) });
  await expect.poll(() => one.notReady?.(), LIMIT).toBeUndefined();
  await expect.poll(() => post(key, one), { timeout: 40_000, interval: 100 }).toBe(200);
  await one.stop();
  await other.stop();
});

it('given a connection that is closed for good, then the gateway says that it cannot go on', async () => {
  const bus = await gateways.servers.connect('closed');
  const one = await startGateway({ ...gateways.deps, name: 'gateway-4', bus }, 0);
  let hasEnded = false;
  void one.ended?.then(() => {
    hasEnded = true;
  });
  expect(hasEnded).toBe(false);
  await bus.close();
  await expect.poll(() => hasEnded, LIMIT).toBe(true);
  await one.stop();
});
