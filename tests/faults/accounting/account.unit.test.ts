import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Attempt } from '../client.ts';
import type { Observed } from '../observer.ts';
import { account, accountTable } from './account.ts';
import type { Evidence } from './gather.ts';

const [DAY, NEXT_DAY] = ['2026-03-04', '2026-03-05'];
const NOON = `${DAY}T12:00:00.000Z`;
let seq = 0;
const stored = (type: string, id: string, data: Record<string, unknown>): Observed => ({
  seq: ++seq,
  id,
  type,
  trace: 'trace',
  keptAt: 0,
  time: NOON,
  data: { user_id: 'alice', request_id: 'req_1', received_at: NOON, ...data },
});
const accepted = stored('request.accepted', 'req_1/accepted', { image_ids: ['img_1'] });
const image = { image_id: 'img_1', object: 'images/1', sha256: 'abc' };
const created = stored('image.created', 'img_1/created', image);
const completed = (data = {}, keptAt = 0): Observed => ({
  ...stored('request.completed', 'req_1/completed', { answered_by: 'tryon', status: 200, ...data }),
  keptAt,
});
const sweptAway = { answered_by: 'gateway', status: 504 };
/** After the deduplication window. */
const LATE_MS = 130_000;

const answered = (
  status: number,
  body: Record<string, string> = { image_id: 'img_1' },
  requestId = 'req_1',
): Attempt => ({
  user: 'alice',
  path: '/try_on_outfit',
  isCounted: true,
  mark: 'look-1-',
  answer: { status, requestId, headers: new Headers(), body },
});
const withKey = (attempt: Attempt): Attempt => ({ ...attempt, idempotencyKey: 'k' });
const keyRow = (stored: Record<string, unknown> | null = { status: 200 }) => ({
  user_id: 'alice',
  digest: hash('sha256', 'k'),
  request_id: 'req_1',
  completed: stored,
});
const counts = (used: number, day = DAY, running = 0) => ({ admissions: [{ user_id: 'alice', day, used, running }] });
const noImage = { imageRows: new Map(), pictures: new Map() };
const paid = { mark: 'look-1-', status: 'succeeded' as const };

/** What the jobs service makes of these events. */
function jobsOf(kept: readonly Observed[]): Map<string, number | null> {
  const ending = kept.find(({ type }) => type === 'request.completed');
  const isAccepted = kept.some(({ type }) => type === 'request.accepted');
  return new Map(isAccepted ? [['req_1', ending ? Number(ending.data.status) : null]] : []);
}

/** A run of one request that went well; `changes` is what a test is about. */
function evidence(changes: Partial<Evidence> = {}): Evidence {
  const kept = changes.kept ?? [accepted, created, completed()];
  return {
    users: ['alice'],
    attempts: [answered(200)],
    kept,
    reads: [],
    read: kept,
    ...counts(1),
    slots: [],
    imageRows: new Map([['img_1', { image_id: 'img_1' }]]),
    usageRows: new Map([['req_1', 200]]),
    jobRows: jobsOf(kept),
    keyRows: [],
    duplicateWindowMs: 120_000,
    pictures: new Map([['images/1', 'abc']]),
    requestObjects: [],
    modelCalls: [paid],
    replays: { images: true, usage: true },
    deadLetters: 0,
    deaths: [],
    notFound: [],
    secrets: [],
    planted: { repeats: new Set(), workerFaults: 0 },
    ...changes,
  };
}
const wrongRows = (changes: Partial<Evidence>) =>
  account(evidence(changes)).flatMap(({ name, wrong }) => (wrong.length > 0 ? name : []));

const swept = { attempts: [answered(504)], usageRows: new Map([['req_1', 504]]), ...counts(0) };
const fine: Record<string, Partial<Evidence>> = {
  'a run that went well': {},
  'what the checks themselves planted': {
    kept: [accepted, created, completed(), completed()],
    planted: { repeats: new Set(['req_1/completed']), workerFaults: 1 },
    modelCalls: [paid, paid],
  },
  'an event that was published again after the deduplication window': {
    kept: [accepted, created, completed(), completed({}, LATE_MS)],
  },
  'a key with failures, refusals and one answer': {
    attempts: [answered(504), answered(200), answered(200)].map(withKey),
    keyRows: [keyRow()],
  },
  'a 504 for a request that ended well after all': { attempts: [answered(504)] },
  'a worker that ends a request after its gateway did': {
    kept: [accepted, created, completed(sweptAway), completed({}, LATE_MS)],
    ...swept,
  },
  'a request that cost four': { kept: [accepted, created, completed({ cost: 4 })], ...counts(4) },
  'a read that was answered': {
    attempts: [answered(200), answered(400, {}, 'req_2')],
    reads: [stored('read.answered', 'req_2/answered', { request_id: 'req_2', status: 400 })],
    usageRows: new Map([...evidence().usageRows, ['req_2', 400]]),
  },
};
it.each(Object.entries(fine))('given %s, then nothing is wrong', (_, changes) => {
  expect(wrongRows(changes)).toEqual([]);
});

const wrong: [row: string, what: string, Partial<Evidence>][] = [
  [
    'endings that contradict',
    'a 200 that a gateway overturned',
    { kept: [accepted, created, completed(), completed(sweptAway, LATE_MS)] },
  ],
  [
    'endings that contradict',
    'usage that follows a later ending',
    {
      ...swept,
      kept: [accepted, created, completed(sweptAway), completed({}, LATE_MS)],
      usageRows: evidence().usageRows,
    },
  ],
  ['jobs, as their first ending', 'a job that is missing', { jobRows: new Map() }],
  ['jobs, as their first ending', 'a job that follows a later ending', { jobRows: new Map([['req_1', 504]]) }],
  ['idempotency keys, as their first ending', 'a key without its answer', { keyRows: [keyRow(null)] }],
  ['idempotency keys, as their first ending', 'a key with another answer', { keyRows: [keyRow({ status: 400 })] }],
  [
    'idempotency keys, as their first ending',
    'a lost key of an answered request',
    { attempts: [withKey(answered(200))] },
  ],
  [
    'lost: accepted, never ended',
    'a request without an end',
    { ...swept, ...noImage, kept: [accepted], usageRows: new Map() },
  ],
  [
    'lost: answered to a client, not in the log',
    'a 200 that the log knows as a failure',
    { ...noImage, ...counts(0), kept: [accepted, completed({ status: 500 })] },
  ],
  [
    'lost: answered to a client, not in the log',
    'an image without an event',
    { ...noImage, kept: [accepted, completed()] },
  ],
  ['read by the subscriber', 'a message that was not read', { read: [] }],
  ['lost: pictures their owner could not find', 'a picture not found', { notFound: ['img_1'] }],
  [
    'doubled: events kept twice within the window',
    'an event twice',
    { kept: [accepted, created, completed(), completed()] },
  ],
  [
    'idempotency keys with one answer',
    'a key with two answers',
    {
      keyRows: [keyRow()],
      attempts: ['a', 'b'].map((seed) => withKey(answered(200, { image_id: 'img_1', seed }))),
    },
  ],
  [
    'unexpected',
    'an event of a stranger',
    { kept: [accepted, created, completed(), stored('key.created', 'key_1/created', { user_id: 'mallory' })] },
  ],
  ['unexpected', 'a request that nobody made', { attempts: [] }],
  ['unexpected', 'a completion that was never accepted', { kept: [created, completed()] }],
  [
    'live slots',
    'a slot that is still taken',
    { ...counts(1, DAY, 1), slots: [{ user_id: 'alice', request_id: 'req_1' }] },
  ],
  ['live slots', 'a count of slots that is another', counts(1, DAY, 1)],
  ['used, accepted less refunds', 'a cost of four counted once', { kept: [accepted, created, completed({ cost: 4 })] }],
  ['used, accepted less refunds', 'a count too high', counts(2)],
  [
    'used, accepted less refunds',
    'a refused picture that was given back',
    {
      ...noImage,
      ...counts(0),
      kept: [accepted, completed({ status: 400, error: { code: 'content_refused' } })],
      attempts: [answered(400, {})],
    },
  ],
  ['image records', 'a missing image row', { imageRows: new Map() }],
  ['usage records', 'a usage row too many', { usageRows: new Map([...evidence().usageRows, ['req_2', 200]]) }],
  ['replay of images', 'a replay that differs', { replays: { images: false } }],
  ['replay of usage', 'a replay that could not be compared', { replays: { usage: undefined } }],
  ['pictures with the hash of their event', 'another picture', { pictures: new Map([['images/1', 'abd']]) }],
  [
    'pictures without a record',
    'a picture without an event',
    { pictures: new Map([...evidence().pictures, ['images/2', 'abc']]) },
  ],
  ['objects of ended requests', 'an orphan input', { requestObjects: ['requests/req_1'] }],
  ['model calls paid twice (at most 0)', 'a picture paid for twice', { modelCalls: [paid, paid] }],
  ['dead letters', 'a dead letter', { deadLetters: 1 }],
  ['replicas that ended by themselves', 'a crash', { deaths: ['tryon-1 ended (1): boom'] }],
  ['secrets found', 'a key in a file', { secrets: ['a key of alice in log'] }],
];
it.each(wrong)('the row "%s" alone finds %s', (row, _, changes) => {
  expect(wrongRows(changes)).toEqual([row]);
});

/** A request that arrives, and is accepted, at the given moments, and ends with 200. */
function counted(number: number, received_at: string, time = received_at): Observed[] {
  const request = { request_id: `req_${number}`, received_at };
  const end = { ...request, answered_by: 'tryon', status: 200 };
  return [
    { ...stored('request.accepted', `req_${number}/accepted`, request), time },
    stored('request.completed', `req_${number}/completed`, end),
  ];
}
const [EVENING, LAST_MS] = [`${DAY}T23:50:00.000Z`, `${DAY}T23:59:59.999Z`];
const [MORNING, FIRST_MS] = [`${NEXT_DAY}T00:50:00.000Z`, `${NEXT_DAY}T00:00:00.001Z`];
const twoDays = [...counted(1, EVENING), ...counted(2, MORNING)];
const slowClock = [...twoDays, ...counted(3, EVENING)];
const atMidnight = counted(1, LAST_MS, FIRST_MS);
it.each<[string, Observed[], string, number, boolean]>([
  ['the day changes', twoDays, NEXT_DAY, 1, true],
  ['the count of a new day starts at that of the old', twoDays, NEXT_DAY, 2, false],
  ['the day has not changed when it should', twoDays, DAY, 2, false],
  ['a fast clock opens the next day, and slow ones follow', slowClock, NEXT_DAY, 2, true],
  ['a slow clock resets the count', slowClock, NEXT_DAY, 1, false],
  ['midnight is between arrival and admission', atMidnight, NEXT_DAY, 1, true],
  ['midnight is after admission', [...atMidnight, ...counted(2, FIRST_MS)], NEXT_DAY, 1, true],
  ['more is counted than either allows', atMidnight, NEXT_DAY, 2, false],
])('given that %s, then the count is judged by the day of its row', (_, kept, day, used, isRight) => {
  expect(wrongRows({ kept, ...counts(used, day) }).includes('used, accepted less refunds')).toBe(!isRight);
});

it('given an account, then its table names the first violations', () => {
  const seven = Array.from({ length: 7 }, (_, index) => `req_${index}`);
  const table = accountTable([
    { name: 'good', count: 3, wrong: [] },
    { name: 'bad row', count: 7, wrong: seven },
  ]);
  expect(table).toMatch(/^good +3 {2}ok\nbad row +7 {2}WRONG\n {4}req_0$/m);
  expect(table).toContain('and 2 more');
});
