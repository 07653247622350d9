import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Attempt } from '../load/journal.ts';
import type { Observed } from '../observer.ts';
import { account } from './account.ts';
import type { Evidence } from './evidence.ts';
import { accountTable } from './table.ts';

const [DAY, NEXT_DAY] = ['2026-03-04', '2026-03-05'];
const NOON = `${DAY}T12:00:00.000Z`;
let seq = 0;
const stored = (type: string, id: string, data: Record<string, unknown>): Observed => ({
  ...{ seq: ++seq, id, type, trace: 'trace', keptAt: 0, time: NOON },
  data: { user_id: 'alice', request_id: 'req_1', received_at: NOON, ...data },
});
const accepted = () => stored('request.accepted', 'req_1/accepted', { image_ids: ['img_1'] });
const created = () =>
  stored('image.created', 'img_1/created', { image_id: 'img_1', object: 'images/1', sha256: 'abc' });
const completed = (data = {}) =>
  stored('request.completed', 'req_1/completed', { answered_by: 'tryon', status: 200, ...data });
const answered = (
  status: number,
  body: Readonly<Record<string, string>> = { image_id: 'img_1' },
  requestId = 'req_1',
): Attempt => ({
  ...{ user: 'alice', method: 'POST', path: '/try_on_outfit', mark: 'look-1-', sentAt: 0 },
  outcome: { kind: 'answered', status, requestId, headers: new Headers(), body },
});

/** The row of alice's key `k`. */
const keyRow = (completed: Record<string, unknown> | null = { status: 200 }) => ({
  ...{ user_id: 'alice', digest: hash('sha256', 'k'), request_id: 'req_1', completed },
});

/** What the jobs service makes of these events. */
function jobsOf(kept: readonly Observed[]): Map<string, number | null> {
  const ending = kept.find(({ type }) => type === 'request.completed');
  const isAccepted = kept.some(({ type }) => type === 'request.accepted');
  return new Map(isAccepted ? [['req_1', ending ? Number(ending.data.status) : null]] : []);
}

/** A run of one request that went well; `changes` is what a test is about. */
function evidence(changes: Partial<Evidence> = {}): Evidence {
  const kept = changes.kept ?? [accepted(), created(), completed()];
  return {
    users: ['alice'],
    attempts: [answered(200)],
    kept,
    reads: [],
    read: kept,
    admissions: [{ user_id: 'alice', day: DAY, used: 1, running: 0 }],
    slots: [],
    imageRows: ['img_1'],
    usageRows: new Map([['req_1', 200]]),
    jobRows: jobsOf(kept),
    keyRows: [],
    duplicateWindowMs: 120_000,
    pictures: new Map([['images/1', 'abc']]),
    requestObjects: [],
    modelCalls: [{ mark: 'look-1-', status: 'succeeded' }],
    loggedTraces: new Map([['req_1', 'trace']]),
    replays: { images: true, usage: true },
    deadLetters: 0,
    deaths: [],
    notFound: [],
    secrets: [],
    planted: { garbage: 0, repeats: new Set(), workerFaults: 0 },
    ...changes,
  };
}
const wrongRows = (found: Evidence) =>
  account(found)
    .filter(({ wrong }) => wrong.length > 0)
    .map(({ name }) => name);

it('given a run that went well, then nothing is wrong', () => {
  expect(wrongRows(evidence())).toEqual([]);
});

it.each([
  [400, {}],
  [200, { image_id: 'img_1' }],
])('given an answer of %d that is a refusal or a replay, then its read accounts for it', (status, body) => {
  const usageRows = new Map([
    ['req_1', 200],
    ['req_2', status],
  ]);
  const found = { usageRows, attempts: [answered(200), answered(status, body, 'req_2')] };
  const reads = [stored('read.answered', 'req_2/answered', { request_id: 'req_2', status })];
  expect(wrongRows(evidence({ ...found, reads }))).toEqual([]);
  expect(wrongRows(evidence(found))).toContain('usage records');
});

it.each([
  ['504, of a sweep', 504, []],
  ['503', 503, ['requests of one trace']],
])('given that a gateway ended a request in another trace than that of its answer, with %s', (_, status, rows) => {
  const ended = { ...completed({ answered_by: 'gateway', status }), trace: 'other' };
  const nothing = { imageRows: [], pictures: new Map(), modelCalls: [] };
  const found = { kept: [ended], attempts: [answered(503, {})], usageRows: new Map([['req_1', status]]), ...nothing };
  const admissions = [{ user_id: 'alice', day: DAY, used: 0, running: 0 }];
  expect(wrongRows(evidence({ ...found, admissions }))).toEqual(rows);
});

const events = (...kept: Observed[]) => ({ kept });
const noImage = { imageRows: [], pictures: new Map() };
const cases: [string, () => Partial<Evidence>, string[]][] = [
  [
    'a 200 that a gateway overturned after the window',
    () =>
      events(accepted(), created(), completed(), {
        ...completed({ answered_by: 'gateway', status: 504 }),
        keptAt: 130_000,
      }),
    ['endings that contradict'],
  ],
  [
    'usage that follows a later ending',
    () => ({
      ...events(accepted(), created(), completed({ answered_by: 'gateway', status: 504 }), {
        ...completed(),
        keptAt: 130_000,
      }),
      ...{ attempts: [answered(504)], admissions: [{ user_id: 'alice', day: DAY, used: 0, running: 0 }] },
    }),
    ['endings that contradict'],
  ],
  ['a job that is missing', () => ({ jobRows: new Map() }), ['jobs, as their first ending']],
  [
    'a job that follows a later ending',
    () => ({ jobRows: new Map([['req_1', 504]]) }),
    ['jobs, as their first ending'],
  ],
  ['a key without its answer', () => ({ keyRows: [keyRow(null)] }), ['idempotency keys, as their first ending']],
  [
    'a key with another answer',
    () => ({ keyRows: [keyRow({ status: 400 })] }),
    ['idempotency keys, as their first ending'],
  ],
  [
    'a key that is gone although its request was answered',
    () => ({ attempts: [{ ...answered(200), idempotencyKey: 'k' }] }),
    ['idempotency keys, as their first ending'],
  ],
  [
    'a request without an end',
    () => ({ ...events(accepted()), attempts: [answered(504)], admissions: [], ...noImage, usageRows: new Map() }),
    ['lost: accepted, never ended'],
  ],
  [
    'a 200 that the log knows as a failure',
    () => ({
      ...events(accepted(), completed({ status: 500 })),
      ...{ ...noImage, admissions: [{ user_id: 'alice', day: DAY, used: 0, running: 0 }] },
    }),
    ['lost: answered to a client, not in the log'],
  ],
  [
    'an image without an event',
    () => ({ ...events(accepted(), completed()), ...noImage }),
    ['lost: answered to a client, not in the log'],
  ],
  ['a message that was not read', () => ({ read: [] }), ['read by the subscriber']],
  ['a picture not found', () => ({ notFound: ['img_1'] }), ['lost: pictures their owner could not find']],
  [
    'an event twice',
    () => events(accepted(), created(), completed(), completed()),
    ['doubled: events kept twice within the window'],
  ],
  [
    'a key with two answers',
    () => ({
      keyRows: [keyRow()],
      attempts: ['image/jpeg', 'image/png'].map((mime_type) => ({
        ...answered(200, { image_id: 'img_1', mime_type }),
        idempotencyKey: 'k',
      })),
      modelCalls: [],
    }),
    ['idempotency keys with one answer'],
  ],
  [
    'an event of a stranger',
    () => events(accepted(), created(), completed(), stored('key.created', 'key_1/created', { user_id: 'mallory' })),
    ['unexpected'],
  ],
  ['a request that nobody made', () => ({ attempts: [] }), ['unexpected']],
  [
    'a completion that was never accepted',
    () => ({ ...events(created(), completed()), attempts: [answered(200)] }),
    ['unexpected'],
  ],
  [
    'a slot that is still taken',
    () => ({
      admissions: [{ user_id: 'alice', day: DAY, used: 1, running: 1 }],
      slots: [{ user_id: 'alice', request_id: 'req_1' }],
    }),
    ['live slots'],
  ],
  [
    'a count of slots that is another',
    () => ({ admissions: [{ user_id: 'alice', day: DAY, used: 1, running: 1 }] }),
    ['live slots'],
  ],
  [
    'a request that cost four, of which one was counted',
    () => events(accepted(), created(), completed({ cost: 4 })),
    ['used, accepted less refunds'],
  ],
  [
    'a count too high',
    () => ({ admissions: [{ user_id: 'alice', day: DAY, used: 2, running: 0 }] }),
    ['used, accepted less refunds'],
  ],
  [
    'a picture that a model refused, and whose count was given back',
    () => ({
      ...events(accepted(), completed({ status: 400, error: { code: 'content_refused' } })),
      ...{ attempts: [answered(400, {})], ...noImage },
      admissions: [{ user_id: 'alice', day: DAY, used: 0, running: 0 }],
    }),
    ['used, accepted less refunds'],
  ],
  ['a missing image row', () => ({ imageRows: [] }), ['image records']],
  [
    'a usage row too many',
    () => ({
      usageRows: new Map([
        ['req_1', 200],
        ['req_2', 200],
      ]),
    }),
    ['usage records'],
  ],
  ['a replay that differs', () => ({ replays: { images: false } }), ['replay of images']],
  ['a replay that could not be compared', () => ({ replays: { usage: undefined } }), ['replay of usage']],
  ['another picture', () => ({ pictures: new Map([['images/1', 'abd']]) }), ['pictures with the hash of their event']],
  [
    'a picture that no event tells of',
    () => ({ pictures: new Map([...evidence().pictures, ['images/2', 'abc']]) }),
    ['pictures without a record'],
  ],
  ['an orphan input', () => ({ requestObjects: ['requests/req_1'] }), ['objects of ended requests']],
  ['a log line of another trace', () => ({ loggedTraces: new Map([['req_1', 'other']]) }), ['requests of one trace']],
  ['no log line of a trace at all', () => ({ loggedTraces: new Map() }), ['requests of one trace']],
  [
    'a picture paid for twice',
    () => ({ modelCalls: [1, 2].map(() => ({ mark: 'look-1-', status: 'succeeded' })) }),
    ['model calls paid twice (at most 0)'],
  ],
  ['a dead letter', () => ({ deadLetters: 1 }), ['dead letters']],
  ['a crash', () => ({ deaths: ['tryon-1 ended (1): boom'] }), ['replicas that ended by themselves']],
  ['a key in a file', () => ({ secrets: ['a key of alice in log'] }), ['secrets found']],
];
it.each(cases)('given %s, then exactly that is wrong', (_, changes, rows) => {
  expect(wrongRows(evidence(changes()))).toEqual(rows);
});

/** A request that arrives, and is accepted, at the given moments, and ends with 200. */
const counted = (number: number, received_at: string, time = received_at): Observed[] => [
  { ...stored('request.accepted', `req_${number}/accepted`, { request_id: `req_${number}`, received_at }), time },
  stored('request.completed', `req_${number}/completed`, {
    ...{ request_id: `req_${number}`, received_at, answered_by: 'tryon', status: 200 },
  }),
];
const [EVENING, LAST_MS] = [`${DAY}T23:50:00.000Z`, `${DAY}T23:59:59.999Z`];
const [MORNING, FIRST_MS] = [`${NEXT_DAY}T00:50:00.000Z`, `${NEXT_DAY}T00:00:00.001Z`];
const days: [string, Observed[], string, number, boolean][] = [
  ['the day changes', [...counted(1, EVENING), ...counted(2, MORNING)], NEXT_DAY, 1, true],
  [
    'the count of a new day starts at that of the old',
    [...counted(1, EVENING), ...counted(2, MORNING)],
    NEXT_DAY,
    2,
    false,
  ],
  ['the day has not changed when it should', [...counted(1, EVENING), ...counted(2, MORNING)], DAY, 2, false],
  [
    'a fast clock opens the next day, and slow ones follow',
    [...counted(1, EVENING), ...counted(2, MORNING), ...counted(3, EVENING)],
    ...([NEXT_DAY, 2, true] as const),
  ],
  [
    'a slow clock resets the count',
    [...counted(1, EVENING), ...counted(2, MORNING), ...counted(3, EVENING)],
    ...([NEXT_DAY, 1, false] as const),
  ],
  ['midnight is between arrival and admission', counted(1, LAST_MS, FIRST_MS), NEXT_DAY, 1, true],
  ['midnight is after admission', [...counted(1, LAST_MS, FIRST_MS), ...counted(2, FIRST_MS)], NEXT_DAY, 1, true],
  ['more is counted than either allows', counted(1, LAST_MS, FIRST_MS), NEXT_DAY, 2, false],
];
it.each(days)('given that %s, then the count is judged by the day of its row', (_, kept, day, used, isRight) => {
  const found = evidence({ kept, admissions: [{ user_id: 'alice', day, used, running: 0 }] });
  expect(wrongRows(found).includes('used, accepted less refunds')).toBe(!isRight);
});

it('given what the checks themselves planted, then it is no fault', () => {
  const planted = { garbage: 2, repeats: new Set(['req_1/completed']), workerFaults: 1 };
  const found = evidence({
    ...events(accepted(), created(), completed(), completed()),
    ...{ planted, deadLetters: 2 },
    modelCalls: [1, 2].map(() => ({ mark: 'look-1-', status: 'succeeded' })),
  });
  expect(wrongRows(found)).toEqual([]);
});

it('given an event that was published again after the deduplication window, then it is counted and no violation', () => {
  const kept = [accepted(), created(), completed(), { ...completed(), keptAt: 120_000 }];
  expect(wrongRows(evidence({ kept }))).toEqual([]);
  expect(account(evidence({ kept }))).toContainEqual({ name: 'events published again later', count: 1, wrong: [] });
});

it('given a key with failures, refusals and one answer, then that is no violation', () => {
  const attempts = [answered(504), answered(200), answered(200)].map((attempt) => ({
    ...attempt,
    idempotencyKey: 'k',
  }));
  const found = evidence({ attempts, keyRows: [keyRow()] });
  expect(wrongRows(found)).toEqual([]);
  expect(account(found)).toContainEqual({
    ...{ name: 'idempotency keys with one answer', count: 1, wrong: [] },
  });
});

it('given a 504 for a request that ended well after all, then that is no fault', () => {
  expect(wrongRows(evidence({ attempts: [answered(504)] }))).toEqual([]);
});

it('given a worker that ends a request after its gateway did, then it is listed and no violation', () => {
  const late = { ...completed(), keptAt: 130_000 };
  const found = evidence({
    kept: [accepted(), created(), completed({ answered_by: 'gateway', status: 504 }), late],
    ...{ attempts: [answered(504)], usageRows: new Map([['req_1', 504]]) },
    admissions: [{ user_id: 'alice', day: DAY, used: 0, running: 0 }],
  });
  expect(wrongRows(found)).toEqual([]);
  expect(account(found)).toContainEqual({ name: 'endings that contradict', count: 1, wrong: [] });
});

it('given a request that cost four, then four are counted', () => {
  const admissions = [{ user_id: 'alice', day: DAY, used: 4, running: 0 }];
  expect(wrongRows(evidence({ ...events(accepted(), created(), completed({ cost: 4 })), admissions }))).toEqual([]);
});

it('given an account, then its table names the first offenders', () => {
  const wrong = Array.from({ length: 7 }, (_, index) => `req_${index}`);
  const table = accountTable('account', [
    { name: 'good', count: 3, wrong: [] },
    { name: 'bad row', count: 7, wrong },
  ]);
  expect(table).toContain('good          3  ok');
  expect(table).toContain('bad row       7  WRONG\n      req_0');
  expect(table).toContain('and 2 more');
});
