import { fileURLToPath } from 'node:url';
import { connectDatabase, migrate } from '@styling/database';
import { silentLogger } from '@styling/telemetry';
import { startTestServers, type TestServers, testId, testTime } from '@styling/testing';
import type { Kysely } from 'kysely';
import { tablesOf } from '../tables.fixture.ts';
import { type Candidate, type DayUsed, dayOf, daysUsed } from './admission.ts';
import { type Ending, releaseAll } from './release.ts';

/** The gateway's tables as two replicas see them. */
export type Replicas = {
  readonly servers: TestServers;
  readonly db: Kysely<unknown>;
  readonly otherReplica: Kysely<unknown>;
  /** Forgets every slot, count and idempotency key. */
  empty(): Promise<void>;
  stop(): Promise<void>;
};

/** Two replicas on a Postgres of their own. */
export async function startReplicas(): Promise<Replicas> {
  const servers = await startTestServers();
  const options = { url: servers.postgres.url, schema: 'gateway', log: silentLogger() };
  const [db, otherReplica] = [connectDatabase(options), connectDatabase(options)];
  await migrate(db, 'gateway', fileURLToPath(new URL('../migrations', import.meta.url)));
  return {
    servers,
    db,
    otherReplica,
    async empty() {
      await tablesOf(db).deleteFrom('running').execute();
      await tablesOf(db).deleteFrom('admission').execute();
      await tablesOf(db).deleteFrom('user_limit').execute();
      await tablesOf(db).deleteFrom('idempotency_key').execute();
    },
    async stop() {
      await db.destroy();
      await otherReplica.destroy();
      await servers.stop();
    },
  };
}

/** A request of `user_id` that arrives at `now`. */
export const aCandidate = (number: number, user_id = 'alice', now = testTime()): Candidate => ({
  request_id: testId('req', number),
  user_id,
  key_id: testId('key', 1),
  endpoint: '/try_on_outfit',
  received_at: now,
  deadline: new Date(now.getTime() + 120_000),
  cost: 1,
});

/** How much a user has used of the day of `now`. */
export async function dayUsed(db: Kysely<unknown>, user_id: string, now: Date, dailyLimit: number): Promise<DayUsed> {
  const [day] = await daysUsed(db, [{ user_id, day: dayOf(now) }], dailyLimit);
  return day as DayUsed;
}

/** Releases one request; returns whether this call did. */
export const release = async (db: Kysely<unknown>, ending: Ending): Promise<boolean> =>
  (await releaseAll(db, [ending])).length > 0;
