import { aRequestCompleted, testId, testTime } from '@styling/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tablesOf } from '../tables.fixture.ts';
import { dayUsed, type Replicas, release, startReplicas } from './admission.fixture.ts';
import { type Admission, type Candidate, createAdmitter, dayOf, daysUsed } from './admission.ts';

// Admission against a model of it that fits on a page: whatever happens in whatever order, Postgres agrees with it.

const LIMIT = 3;
const TIMEOUT_MS = 120_000;
/** Sequences of up to fifty steps each. */
const RUNS = process.env.FUZZ_SEED ? 40 : 12;
/** What operators granted; alice has what everybody has. */
const GRANTED = {
  alice: { daily: null, concurrency: null },
  bob: { daily: 9, concurrency: 4 },
  carol: { daily: null, concurrency: 2 },
} as const;
type User = keyof typeof GRANTED;
const USERS = Object.keys(GRANTED) as User[];
const slotsOf = (user: User) => GRANTED[user].concurrency ?? 1;
const limitOf = (user: User) => GRANTED[user].daily ?? LIMIT;
/** Replicas' clocks differ by this much from true time. */
const CLOCK_ERRORS_MS = [0, -1_500] as const;
type Replica = 0 | 1;

/** What is known of a user; no row until the first admission. `running`: requests with the days that count them. */
type Row = { day: string; used: number; running: ReadonlyMap<Candidate, string> };
type Model = { rows: Map<User, Row>; now: number; requests: number; ended: Candidate[] };

let replicas: Replicas;
beforeAll(async () => {
  replicas = await startReplicas();
});
afterAll(() => replicas.stop());
const database = (replica: Replica) => (replica === 0 ? replicas.db : replicas.otherReplica);

/** Two gateways' admission, each with its own pool, queue and clock. */
class Gateways {
  now = 0;
  readonly #admitters = ([0, 1] as const).map((replica) =>
    createAdmitter(database(replica), () => this.clock(replica), LIMIT),
  );
  clock = (replica: Replica) => new Date(this.now + CLOCK_ERRORS_MS[replica]);
  admit = (replica: Replica, candidate: Candidate) =>
    this.#admitters[replica]?.admit(candidate) ?? Promise.reject(new Error('no such replica'));
  end = (replica: Replica, { user_id, request_id }: Candidate, status: number) => {
    const { data } = aRequestCompleted(0, { user_id, request_id, status });
    return release(database(replica), data);
  };
  /** Nobody has used anything, and everybody has been granted what the model says. */
  stop() {
    for (const admitter of this.#admitters) admitter.stop();
  }
  static async anew(now: number): Promise<Gateways> {
    await replicas.empty();
    const granted = USERS.map((user_id) => ({ user_id, ...GRANTED[user_id], changed_at: testTime() }));
    await tablesOf(database(0)).insertInto('user_limit').values(granted).execute();
    const gateways = new Gateways();
    gateways.now = now;
    return gateways;
  }
}

const clockOf = (model: Model, replica: Replica) => new Date(model.now + CLOCK_ERRORS_MS[replica]);

function newCandidate(model: Model, user_id: User, replica: Replica, cost = 1): Candidate {
  const received_at = clockOf(model, replica);
  return {
    request_id: testId('req', ++model.requests),
    user_id,
    key_id: testId('key', 1),
    endpoint: '/try_on_outfit',
    received_at,
    deadline: new Date(received_at.getTime() + TIMEOUT_MS),
    cost,
  };
}

const usedOn = (row: Row | undefined, now: Date) => (row && row.day >= dayOf(now) ? row.used : 0);

/** Something that happened to a user, and what the system said of it. */
type Act<Said> = {
  readonly said: Said;
  /** What the model says of it after `row`, and the row that follows. */
  readonly judge: (row: Row | undefined) => { readonly says: Said; readonly after: Row | undefined };
};

type Judged = Pick<Admission, 'outcome' | 'used' | 'limit'>;

/** A replica admits a candidate, or not, by its clock. */
const admission = (candidate: Candidate, now: Date, { outcome, used, limit }: Judged): Act<Judged> => ({
  said: { outcome, used, limit },
  judge(row) {
    const user = candidate.user_id as User;
    const [used, limit] = [usedOn(row, now), limitOf(user)];
    const refused = (outcome: Admission['outcome']) => ({ says: { outcome, used, limit }, after: row });
    if (row && row.running.size >= slotsOf(user)) return refused('in_progress');
    if (used + candidate.cost > limit) return refused('daily_limit');
    const day = row && row.day > dayOf(now) ? row.day : dayOf(now);
    const after = { day, used: used + candidate.cost, running: new Map(row?.running).set(candidate, day) };
    return { says: { outcome: 'admitted', used: after.used, limit }, after };
  },
});

/** An ending is heard; says whether the request still held its slot. */
const ending = (request: Candidate, status: number, said: boolean): Act<boolean> => ({
  said,
  judge(row) {
    const day = row?.running.get(request);
    if (!row || day === undefined) return { says: false, after: row };
    const running = new Map(row.running);
    running.delete(request);
    const refund = status !== 200 && day === row.day ? request.cost : 0;
    return { says: true, after: { ...row, used: row.used - refund, running } };
  },
});

/** The row after `acts` of one moment in some order in which the model says the same as the system; null if there is none. */
function explain(row: Row | undefined, acts: readonly Act<unknown>[]): { row: Row | undefined } | null {
  if (acts.length === 0) return { row };
  for (const act of acts) {
    const { says, after } = act.judge(row);
    if (JSON.stringify(says) !== JSON.stringify(act.said)) continue;
    const rest = acts.filter((other) => other !== act);
    const found = explain(after, rest);
    // What changed nothing might as well have come first.
    if (found || after === row) return found;
  }
  return null;
}

function follow(model: Model, user: User, acts: readonly Act<unknown>[]): void {
  const found = explain(model.rows.get(user), acts);
  const about = { row: model.rows.get(user), said: acts.map(({ said }) => said) };
  expect(found, `no order of these explains what was said: ${JSON.stringify(about)}`).not.toBeNull();
  if (found?.row) model.rows.set(user, found.row);
}

/** Every row is as the model has it: a refusal has left no trace. */
async function expectRows(model: Model, gateways: Gateways): Promise<void> {
  const columns = ['user_id', 'day', 'used', 'running'] as const;
  const [rows, running] = await Promise.all([
    tablesOf(database(0)).selectFrom('admission').select(columns).orderBy('user_id').execute(),
    tablesOf(database(0)).selectFrom('running').selectAll().orderBy('request_id').execute(),
    ...([0, 1] as const).map(async (replica) => {
      const now = gateways.clock(replica);
      const asked = USERS.map((user_id) => ({ user_id, day: dayOf(now) }));
      const wanted = USERS.map((user) => ({ used: usedOn(model.rows.get(user), now), limit: limitOf(user) }));
      expect(await daysUsed(database(replica), asked, LIMIT)).toEqual(wanted);
    }),
  ]);
  const known = [...model.rows].sort(([a], [b]) => (a < b ? -1 : 1));
  expect(rows).toEqual(known.map(([user_id, row]) => ({ ...row, user_id, running: row.running.size })));
  const held = known.flatMap(([, row]) => [...row.running].map(([request, day]) => ({ ...request, day })));
  expect(running).toEqual(held.sort((a, b) => (a.request_id < b.request_id ? -1 : 1)));
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
const cost = fc.constantFrom(1, 1, 1, 2, 4);

/** A request that runs or ran. */
const pickRequest = (model: Model, user: User, pick: number): Candidate | undefined => {
  const running = [...(model.rows.get(user)?.running.keys() ?? [])];
  const from = pick % 4 && running.length > 0 ? running : model.ended.filter(({ user_id }) => user_id === user);
  return from[pick % Math.max(1, from.length)];
};

/** Several things at the same moment, on both replicas: candidates, and endings that are heard by one replica or by both. */
const together = (most: number) =>
  fc
    .tuple(
      fc.array(fc.tuple(user, replica, cost), { maxLength: most }),
      fc.array(fc.tuple(user, replica, status, fc.nat(), fc.boolean()), { maxLength: Math.ceil(most / 3) }),
    )
    .map(([asked, ended]) =>
      step(`admit ${asked.join(' ')} beside the end of ${ended.join(' ')}`, async (model, gateways) => {
        const asking = asked.map(async ([user, replica, cost]) => {
          const candidate = newCandidate(model, user, replica, cost);
          const said = await gateways.admit(replica, candidate);
          return { user, act: admission(candidate, clockOf(model, replica), said) };
        });
        const endings = new Map(
          ended.flatMap(([user, replica, status, pick, twice]) => {
            const request = pickRequest(model, user, pick);
            return request ? [[request, { user, replica, status, twice }] as const] : [];
          }),
        );
        const hearing = [...endings].flatMap(([request, { user, replica, status, twice }]) => {
          const hear = async (replica: Replica) => ({
            user,
            act: ending(request, status, await gateways.end(replica, request, status)),
          });
          return twice ? [hear(replica), hear(replica === 0 ? 1 : 0)] : [hear(replica)];
        });
        const acts = await Promise.all([...asking, ...hearing]);
        for (const user of USERS)
          follow(
            model,
            user,
            acts.flatMap((one) => (one.user === user ? one.act : [])),
          );
        model.ended.push(...endings.keys());
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
    const steps = fc.commands([together(1), together(1), together(2), together(8), together(12), passTime], {
      maxCommands: 50,
      size: 'max',
    });
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        const now = testTime().getTime();
        const real = await Gateways.anew(now);
        await fc.asyncModelRun(() => ({ model: { rows: new Map(), now, requests: 0, ended: [] }, real }), steps);
        real.stop();
      }),
      { numRuns: RUNS },
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
        const gateways = await Gateways.anew(testTime().getTime());
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
              expect(running.get(user)).toBeLessThanOrEqual(slotsOf(user));
              await wait();
              const status = statuses.next().value ?? 200;
              if (status === 200) succeeded.set(user, (succeeded.get(user) ?? 0) + 1);
              running.set(user, (running.get(user) ?? 0) - 1);
              expect(await gateways.end(replica, candidate, status)).toBe(true);
            }
            await wait();
          }
        };
        await Promise.all(
          USERS.flatMap((user) => Array.from({ length: clients }, (_, index) => client(user, (index % 2) as Replica))),
        );
        gateways.stop();
        for (const user of USERS) {
          expect(succeeded.get(user)).toBe(limitOf(user));
          expect(await dayUsed(database(0), user, gateways.clock(0), LIMIT)).toMatchObject({ used: limitOf(user) });
        }
      }),
      { numRuns: RUNS },
    );
  });
});
