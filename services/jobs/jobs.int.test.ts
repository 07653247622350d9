import { fileURLToPath } from 'node:url';
import { ask, onNotice, publish } from '@styling/bus';
import {
  createEvent,
  getJobs,
  imageDisowned,
  type JobStatus,
  listJobs,
  type StylingEvent,
  startRequest,
} from '@styling/contracts';
import { waitUntil } from '@styling/local-servers';
import { rebuild } from '@styling/projections';
import { silentLogger } from '@styling/telemetry';
import {
  anAcceptedRequest,
  aRequestCompleted,
  dump,
  startTestServers,
  startTwoReplicas,
  type TestServers,
  type TwoReplicas,
  testId,
  testTime,
} from '@styling/testing';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobProjection } from './job-projection.ts';
import { startJobs } from './service.ts';
import type { JobsTables } from './tables.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
let servers: TestServers;
let db: Kysely<JobsTables>;
let replicas: TwoReplicas<JobsTables>;
/** One clock for all replicas, which the tests move. */
let now = testTime();

beforeAll(async () => {
  servers = await startTestServers();
  const shared = { clock: () => now, log: silentLogger() };
  replicas = await startTwoReplicas<JobsTables>(servers, 'jobs', MIGRATIONS, (deps) =>
    startJobs({ ...shared, ...deps }),
  );
  db = replicas.db;
});
afterAll(async () => {
  await replicas.stop();
  await servers.stop();
});

let numbers = 0;
const userName = () => `user${++numbers}`;
const at = (seconds: number) => new Date(testTime().getTime() + seconds * 1000);
const say = async (...events: StylingEvent[]) => {
  for (const event of events) await publish(servers.bus, event);
};
/** The events of a new request of a user that arrives `after` seconds. */
function aRequest(user_id: string, after = 0, key_id = testId('key', 1)) {
  const number = ++numbers;
  const of = { user_id, key_id, received_at: at(after).toISOString() };
  const accepted = anAcceptedRequest(number, of, at(after + 1));
  return {
    request_id: accepted.data.request_id,
    accepted,
    started: startRequest(accepted.data, 'tryon', at(after + 2)),
    completed: (data: Parameters<typeof aRequestCompleted>[1] = {}) =>
      aRequestCompleted(number, { ...of, ...data }, at(after + 3)),
  };
}
const get = async (user_id: string, ...ids: string[]) =>
  (await ask(servers.bus, getJobs, { asked: ids.map((request_id) => ({ user_id, request_id })) })).jobs;
const list = (user_id: string, status: JobStatus | null = null, limit = 100, cursor: string | null = null) =>
  ask(servers.bus, listJobs, { user_id, status, limit, cursor });
const idsOf = async (...asked: Parameters<typeof list>) =>
  (await list(...asked)).jobs.map(({ request_id }) => request_id);
const statusOf = async (user_id: string, id: string) => (await get(user_id, id))[0]?.status;

describe('a job', () => {
  it('is as the log has it as soon as an event is there, on every replica', async () => {
    for (let round = 0; round < 10; round++) {
      const user = userName();
      const { request_id, accepted, started, completed } = aRequest(user);
      await say(accepted);
      expect(await statusOf(user, request_id)).toBe('queued');
      await say(started);
      expect(await statusOf(user, request_id)).toBe('running');
      await say(completed());
      expect(await statusOf(user, request_id)).toBe('succeeded');
    }
  });

  it('has its moments and its first ending', async () => {
    const user = userName();
    const { request_id, accepted, started, completed } = aRequest(user);
    const error = { code: 'canceled', message: 'told' };
    await say(accepted, started, completed({ status: 409, error }));
    expect(await get(user, request_id)).toEqual([
      {
        request_id,
        user_id: user,
        key_id: testId('key', 1),
        endpoint: '/try_on_outfit',
        capability: 'tryon',
        status: 'canceled',
        created_at: at(0).toISOString(),
        deadline: accepted.data.deadline,
        started_at: at(2).toISOString(),
        cancel_requested_at: null,
        completed_at: at(3).toISOString(),
        ending: completed({ status: 409, error }).data,
      },
    ]);
  });

  it('is announced once its row can be read', async () => {
    const user = userName();
    const { request_id, accepted, started } = aRequest(user);
    const seen: Promise<unknown>[] = [];
    const stop = onNotice(servers.bus, 'job.changed', request_id, () => seen.push(statusOf(user, request_id)));
    await servers.bus.nc.flush();
    await say(accepted);
    expect(await waitUntil(() => seen.length > 0, { timeoutMs: 5_000 })).toBe(true);
    await say(started);
    expect(await waitUntil(async () => (await Promise.all(seen)).includes('running'), { timeoutMs: 5_000 })).toBe(true);
    stop();
  });
});

describe('what is forgotten', () => {
  it('is what arrived thirty days ago, to the second; its rows go with the next event', async () => {
    const user = userName();
    const { request_id, accepted, completed } = aRequest(user);
    await say(accepted, completed());
    now = at(30 * 86_400);
    expect(await statusOf(user, request_id)).toBe('succeeded');
    now = at(30 * 86_400 + 1);
    expect(await statusOf(user, request_id)).toBeUndefined();
    now = testTime();
    expect(await statusOf(user, request_id)).toBe('succeeded');
    const next = aRequest(user, 31 * 86_400);
    await say(next.accepted);
    expect(await get(user, request_id, next.request_id)).toMatchObject([null, { status: 'queued' }]);
    // A second ending brings nothing back.
    await say(aRequestCompleted(1, { ...completed().data, status: 504 }, at(32 * 86_400)));
    expect(await idsOf(user)).toEqual([next.request_id]);
  });

  it('is all of an erased user, whenever it arrives', async () => {
    const user = userName();
    const key_id = testId('key', ++numbers);
    const [before, after] = [aRequest(user, 32 * 86_400, key_id), aRequest(user, 32 * 86_400, key_id)];
    await say(before.accepted, createEvent(imageDisowned, '/services/gateway', now, { key_id, user_id: user }));
    expect(await get(user, before.request_id)).toEqual([null]);
    await say(before.completed(), after.accepted, after.completed());
    expect(await idsOf(user)).toEqual([]);
    expect(await db.selectFrom('job').select('request_id').where('user_id', '=', user).execute()).toEqual([]);
  });

  it('is the same after a rebuild: all tables are, row for row', async () => {
    const before = await dump(db, jobProjection.tables);
    const { identical } = await rebuild(servers.bus, jobProjection, {
      url: servers.postgres.url,
      schema: 'jobs',
      migrations: MIGRATIONS,
      log: silentLogger(),
    });
    expect(identical).toBe(true);
    expect(await dump(db, jobProjection.tables)).toEqual(before);
  });
});
