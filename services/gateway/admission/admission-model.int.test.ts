import { fileURLToPath } from 'node:url';
import { connectDatabase, migrate } from '@styling/database';
import { silentLogger } from '@styling/telemetry';
import { aRequestCompleted, startTestServers, type TestServers, testId, testTime } from '@styling/testing';
import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayTables } from '../tables.ts';
import { type Admission, admit, type Candidate, dayOf, usedToday } from './admission.ts';
import { admissionQueue } from './admission-queue.ts';
import { release } from './release.ts';

// Admission against a model of it that fits on a page: whatever happens in whatever order, Postgres agrees with it.

const LIMIT = 3;
const TIMEOUT_MS = 120_000;
const USERS = ['alice', 'bob', 'carol'] as const;
type User = (typeof USERS)[number];
/** Replicas' clocks differ by this much from true time. */
const CLOCK_ERRORS_MS = [0, -1_500] as const;
type Replica = 0 | 1;

/** What is known of a user; no row until the first admission. */
type Row = { day: string; used: number; slot: Candidate | null };
type Model = { rows: Map<User, Row>; now: number; requests: number; ended: Candidate[] };

let servers: TestServers;
let databases: readonly Kysely<GatewayTables>[];
beforeAll(async () => {
  servers = await startTestServers();
  const options = { url: servers.postgres.url, schema: 'gateway', log: silentLogger() };
  databases = CLOCK_ERRORS_MS.map(() => connectDatabase(options));
  await migrate(database(0), 'gateway', fileURLToPath(new URL('../migrations', import.meta.url)));
});
afterAll(async () => {
  for (const db of databases) await db.destroy();
  await servers.stop();
});
const database = (replica: Replica) => databases[replica] as Kysely<GatewayTables>;

/** Two gateways' admission, each with its own pool, queue and clock. */
class Gateways {
  now = 0;
  readonly #queues = ([0, 1] as const).map((replica) =>
    admissionQueue((candidates) => admit(database(replica), candidates, this.clock(replica), LIMIT)),
  );
  clock = (replica: Replica) => new Date(this.now + CLOCK_ERRORS_MS[replica]);
  admit = (replica: Replica, candidate: Candidate) =>
    this.#queues[replica]?.(candidate) ?? Promise.reject(new Error('no such replica'));
  end = (replica: Replica, { user_id, request_id }: Candidate, status: number) => {
    const { data } = aRequestCompleted(0, { user_id, request_id, status });
    return release(database(replica), data);
  };
}

const clockOf = (model: Model, replica: Replica) => new Date(model.now + CLOCK_ERRORS_MS[replica]);

function newCandidate(model: Model, user_id: User, replica: Replica): Candidate {
  const received_at = clockOf(model, replica);
  return {
    request_id: testId('req', ++model.requests),
    user_id,
    key_id: testId('key', 1),
    endpoint: '/try_on_outfit',
    received_at,
    deadline: new Date(received_at.getTime() + TIMEOUT_MS),
    cost: 1,
  };
}

const usedOn = (row: Row | undefined, now: Date) => (row && row.day >= dayOf(now) ? row.used : 0);

/** What becomes of a candidate that meets this row, as a replica with this clock sees it. */
function judge(
  row: Row | undefined,
  candidate: Candidate,
  now: Date,
): { admission: Admission; after: Row | undefined } {
  const used = usedOn(row, now);
  if (row?.slot) return { admission: { outcome: 'in_progress', used }, after: row };
  if (used >= LIMIT) return { admission: { outcome: 'daily_limit', used }, after: row };
  const day = row && row.day > dayOf(now) ? row.day : dayOf(now);
  const after = { day, used: used + 1, slot: candidate };
  return { admission: { outcome: 'admitted', used: used + 1 }, after };
}

/** Lets the model admit or refuse a candidate. */
function decide(model: Model, candidate: Candidate, now: Date): Admission {
  const user = candidate.user_id as User;
  const row = model.rows.get(user);
  const { admission, after } = judge(row, candidate, now);
  if (after) model.rows.set(user, after);
  return admission;
}

/** Ends a request in the model; says whether its slot was still its own. */
function end(model: Model, request: Candidate, status: number): boolean {
  const row = model.rows.get(request.user_id as User);
  if (row?.slot?.request_id !== request.request_id) return false;
  model.rows.set(request.user_id as User, { ...row, used: row.used - (status === 200 ? 0 : 1), slot: null });
  model.ended.push(request);
  return true;
}

/** Every row is as the model has it, to the last column: a refusal has left no trace. */
async function expectRows(model: Model, gateways: Gateways): Promise<void> {
  const rows = await database(0).selectFrom('admission').selectAll().orderBy('user_id').execute();
  const wanted = [...model.rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([user_id, { day, used, slot }]) => {
      const { request_id = null, key_id = null, endpoint = null, received_at = null, deadline = null } = slot ?? {};
      return { user_id, day, used, request_id, key_id, endpoint, received_at, deadline };
    });
  expect(rows).toEqual(wanted);
  for (const replica of [0, 1] as const) {
    const now = gateways.clock(replica);
    for (const user of USERS)
      expect(await usedToday(database(replica), user, now)).toBe(usedOn(model.rows.get(user), now));
  }
}

type Step = fc.AsyncCommand<Model, Gateways>;
const step = (text: string, run: Step['run']): Step => ({
  check: () => true,
  run: async (model, gateways) => {
    await run(model, gateways);
    gateways.now = model.now;
    await expectRows(model, gateways);
  },
  toString: () => text,
});

const user = fc.constantFrom(...USERS);
const replica = fc.constantFrom<Replica>(0, 1);
const status = fc.constantFrom(200, 200, 400, 500, 504);

/** One candidate alone. */
const admitOne = fc.tuple(user, replica).map(([user, replica]) =>
  step(`admit ${user} at ${replica}`, async (model, gateways) => {
    const candidate = newCandidate(model, user, replica);
    const admission = await gateways.admit(replica, candidate);
    expect(admission).toEqual(decide(model, candidate, clockOf(model, replica)));
  }),
);

/** Several candidates at the same moment, on both replicas: of each user one is admitted where one alone would be. */
const admitTogether = fc.array(fc.tuple(user, replica), { minLength: 2, maxLength: 8 }).map((asked) =>
  step(`admit together ${asked.join(' ')}`, async (model, gateways) => {
    const candidates = asked.map(([user, replica]) => ({ replica, candidate: newCandidate(model, user, replica) }));
    const admissions = await Promise.all(
      candidates.map(({ replica, candidate }) => gateways.admit(replica, candidate)),
    );
    for (const user of USERS) {
      const mine = candidates.flatMap((one, index) =>
        one.candidate.user_id === user ? { ...one, admission: admissions[index] as Admission } : [],
      );
      const [first, ...more] = mine.filter(({ admission }) => admission.outcome === 'admitted');
      expect(more).toEqual([]);
      const before = model.rows.get(user);
      if (first) expect(first.admission).toEqual(decide(model, first.candidate, clockOf(model, first.replica)));
      const after = model.rows.get(user);
      for (const { admission, candidate, replica } of mine.filter((one) => one !== first)) {
        const now = clockOf(model, replica);
        // Whoever was refused came before the admitted one or after it.
        const outcomes = [after, before].map((row) => judge(row, candidate, now).admission.outcome);
        expect(first ? outcomes.filter((outcome) => outcome !== 'admitted') : outcomes).toContain(admission.outcome);
        expect([usedOn(after, now), usedOn(before, now)]).toContain(admission.used);
      }
    }
  }),
);

/** A terminal event, heard by one replica or by both at once; also of a request that ended long ago. */
const endRequest = fc.tuple(user, replica, status, fc.nat(), fc.boolean()).map(([user, replica, status, pick, twice]) =>
  step(`end ${user}'s with ${status}${twice ? ' twice' : ''}`, async (model, gateways) => {
    const slot = model.rows.get(user)?.slot;
    const request = slot && pick % 4 ? slot : model.ended[pick % Math.max(1, model.ended.length)];
    if (!request) return;
    const heard = await Promise.all([
      gateways.end(replica, request, status),
      ...(twice ? [gateways.end(replica === 0 ? 1 : 0, request, status)] : []),
    ]);
    expect(heard.filter(Boolean)).toHaveLength(end(model, request, status) ? 1 : 0);
  }),
);

/** A terminal event and the user's next request at the same moment: either order is right, nothing between is. */
const endBesideAdmit = fc.tuple(user, replica, replica, status).map(([user, ender, asker, status]) =>
  step(`end ${user}'s with ${status} at ${ender} beside an admit at ${asker}`, async (model, gateways) => {
    const slot = model.rows.get(user)?.slot;
    if (!slot) return;
    const candidate = newCandidate(model, user, asker);
    const now = clockOf(model, asker);
    const before = usedOn(model.rows.get(user), now);
    const [released, admission] = await Promise.all([
      gateways.end(ender, slot, status),
      gateways.admit(asker, candidate),
    ]);
    expect(released).toBe(true);
    expect(end(model, slot, status)).toBe(true);
    const after = usedOn(model.rows.get(user), now);
    if (admission.outcome === 'admitted') expect(admission).toEqual(decide(model, candidate, now));
    else expect([before, after]).toContain(admission.used);
    if (admission.outcome === 'daily_limit') expect(after).toBe(LIMIT);
  }),
);

/** Time goes on: a little, past a deadline, or to either side of midnight. */
const passTime = fc.constantFrom('a second', 'past a deadline', 'to midnight', 'a day').map((how) =>
  step(`pass ${how}`, async (model) => {
    const dayLeft = 86_400_000 - (model.now % 86_400_000);
    const ms = {
      'a second': 1_000,
      'past a deadline': TIMEOUT_MS + 1,
      'to midnight': dayLeft,
      'a day': 86_400_000,
    }[how];
    model.now += ms ?? 0;
  }),
);

describe('admission', () => {
  it('agrees with its model under any sequence of admissions, ends, clock errors and days', async () => {
    const steps = fc.commands([admitOne, admitOne, admitTogether, endRequest, endRequest, endBesideAdmit, passTime], {
      maxCommands: 60,
      size: 'max',
    });
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        await database(0).deleteFrom('admission').execute();
        await fc.asyncModelRun(() => {
          const now = testTime().getTime();
          const gateways = new Gateways();
          gateways.now = now;
          return { model: { rows: new Map(), now, requests: 0, ended: [] }, real: gateways };
        }, steps);
      }),
      { numRuns: 60 },
    );
  });

  it('is exact to one over a day under any interleaving of eager clients, whatever their requests end with', async () => {
    const plan = fc.record({
      statuses: fc.infiniteStream(status),
      delays: fc.infiniteStream(fc.nat(4)),
      clients: fc.integer({ min: 2, max: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ statuses, delays, clients }) => {
        await database(0).deleteFrom('admission').execute();
        const gateways = new Gateways();
        gateways.now = testTime().getTime();
        const model: Model = { rows: new Map(), now: gateways.now, requests: 0, ended: [] };
        const running = new Map<User, number>();
        const succeeded = new Map<User, number>();
        const wait = () => new Promise((resolve) => setTimeout(resolve, delays.next().value ?? 0));
        /** Asks again and again until the day is used up. */
        const client = async (user: User, replica: Replica) => {
          for (;;) {
            const candidate = newCandidate(model, user, replica);
            const { outcome } = await gateways.admit(replica, candidate);
            if (outcome === 'daily_limit') return;
            if (outcome === 'admitted') {
              running.set(user, (running.get(user) ?? 0) + 1);
              expect(running.get(user)).toBe(1);
              await wait();
              const told = statuses.next().value ?? 200;
              if (told === 200) succeeded.set(user, (succeeded.get(user) ?? 0) + 1);
              running.set(user, 0);
              expect(await gateways.end(replica, candidate, told)).toBe(true);
            }
            await wait();
          }
        };
        await Promise.all(
          USERS.flatMap((user) => Array.from({ length: clients }, (_, index) => client(user, (index % 2) as Replica))),
        );
        for (const user of USERS) {
          expect(succeeded.get(user)).toBe(LIMIT);
          expect(await usedToday(database(0), user, gateways.clock(0))).toBe(LIMIT);
        }
      }),
      { numRuns: 25 },
    );
  });
});
