import { randomInt } from 'node:crypto';
import { getEvent, getImage, getJobs, listImages, listJobs, readEvents, readUsage } from '@styling/contracts';
import { dailyLimitResponse, errorResponse, inProgressResponse } from '@styling/http';
import { anImageCreated } from '@styling/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints } from '../endpoints/all-endpoints.ts';
import { eventRecordExample } from '../endpoints/events.ts';
import { smallPhoto, startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey } from '../keys/key-administration.ts';
import { tablesOf } from '../tables.fixture.ts';
import { type OddRequest, oddRequests } from './odd-requests.fixture.ts';
import { exchange, type RawAnswer } from './raw-exchange.fixture.ts';

// Whatever bytes come, the answer is JSON of the documented shape and never a failure of ours. The seed is printed;
// FUZZ_SEED chooses another (a number, or `random`), FUZZ_SECONDS goes on for so long.

const SEED = fc.readConfigureGlobal().seed ?? randomInt(2 ** 31);
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 0);
/** Number of runs, of one to six requests each. */
const RUNS = 120;
const DAILY_LIMIT = 1_000_000;
const ALLOWED = [200, 400, 401, 403, 404, 429, 503];
const IN_PROGRESS = 'A request is already in progress. Please wait for it to complete.';

let gateways: TestGateways;
let keys: Record<string, string>;
let selfie: Buffer;

beforeAll(async () => {
  gateways = await startTestGateways({
    dailyLimit: DAILY_LIMIT,
    clock: () => new Date(),
    limits: { userPerSecond: 1_000_000 },
  });
  const { deps } = gateways;
  keys = {
    first: (await createKey(deps, 'alice', 'first')).key,
    second: (await createKey(deps, 'alice', 'second')).key,
    other: (await createKey(deps, 'bob', 'other')).key,
  };
  selfie = await smallPhoto();
  const { image_id, object, mime_type, category, endpoint } = anImageCreated(1).data;
  const created_at = anImageCreated(1).time;
  const stored = { image_id, object, mime_type, category, endpoint, created_at, persistent: false };
  gateways.answer(listImages, async () => ({ images: [stored], next_cursor: null }));
  gateways.answer(getImage, async (asked) => ({ image: asked.image_id === image_id ? stored : null }));
  gateways.answer(getJobs, async ({ asked }) => ({ jobs: asked.map(() => null) }));
  gateways.answer(listJobs, async () => ({ jobs: [], next_cursor: null }));
  // At once, however long a request would wait.
  const events = [{ ...eventRecordExample, cursor: 'x' }];
  gateways.answer(readEvents, async () => ({ events, next_cursor: 'x', has_more: false }));
  gateways.answer(getEvent, async () => ({ event: null }));
  const usage = { total_requests: 0, requests_by_endpoint: {}, requests_today: 0, recent_requests: [] };
  gateways.answer(readUsage, async () => usage);
});
afterAll(() => gateways.stop());

const successes: Record<string, z.ZodType> = Object.fromEntries(
  endpoints.map((endpoint) => [endpoint.path, 'schema' in endpoint.success ? endpoint.success.schema : z.undefined()]),
);
/** The template that a request target stands for. */
const templateOf = (path: string) =>
  path
    .replace(/^https?:\/\/[^/]*/, '')
    .replace(/[?#].*$/s, '')
    .replace(/^\/images\/.+$/s, '/images/:id')
    .replace(/^\/assets\/.+$/s, '/assets/:id') || '/';

/** Everything that holds of any answer. */
function expectAnswer({ status, headers, body }: RawAnswer, { method, path }: OddRequest): void {
  expect(ALLOWED).toContain(status);
  const id = headers.get('x-request-id');
  expect(id).toMatch(/^req_[0-9a-f]{24}$/);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  const isJudged = headers.has('x-ratelimit-limit');
  expect(isJudged).toBe(status === 429 || (status === 200 && method === 'POST'));
  expect(headers.has('retry-after')).toBe(status === 429 || status === 503);
  if (method === 'HEAD' && body === '') return;
  const content: unknown = JSON.parse(body);
  if (status === 200) {
    const schema = successes[templateOf(path)];
    expect(schema?.safeParse(content)).toMatchObject({ success: true });
  } else if (status === 429) {
    expect(inProgressResponse.strict().parse(content)).toEqual({ error: IN_PROGRESS });
    expect(dailyLimitResponse.safeParse(content).success).toBe(false);
  } else {
    const told = errorResponse.strict().parse(content);
    expect(told.request_id).toBe(id);
    expect(told.error).not.toMatch(/undefined|\{|\n/);
    expect(told.error.length).toBeLessThan(200);
  }
}

const userOf = (key: OddRequest['key']) => (key === 'other' ? 'bob' : 'alice');

describe('any bytes', () => {
  it(
    `are answered in JSON, cost only what succeeds, and hold no slot (FUZZ_SEED=${SEED})`,
    async () => {
      const { gateway, otherGateway, db } = gateways;
      const ports = [gateway.port, otherGateway.port] as const;
      const told = new Map<number, number>();
      const succeeded: Record<string, number> = { alice: 0, bob: 0 };
      const play = async (request: OddRequest) => {
        const { isCutShort, method, gateway } = request;
        const { answers, rest } = await exchange(ports[gateway], request.bytes(keys), {
          halfClose: isCutShort,
          bodiless: method === 'HEAD',
        });
        expect(rest).toBe('');
        // Nobody is left to be answered where the client has given up.
        if (!isCutShort) expect(answers.length).toBeGreaterThanOrEqual(1);
        for (const answer of answers) {
          expectAnswer(answer, request);
          expect(method === 'HEAD' && answer.body !== '' && answer.status !== 400).toBe(false);
          told.set(answer.status, (told.get(answer.status) ?? 0) + 1);
          const user = userOf(request.key);
          if (answer.status === 200 && method === 'POST') succeeded[user] = (succeeded[user] ?? 0) + 1;
        }
      };
      await fc.assert(
        fc.asyncProperty(fc.array(oddRequests(selfie), { minLength: 1, maxLength: 6 }), async (requests) => {
          await Promise.all(
            requests.map((request) =>
              play(request).catch((cause) => {
                throw new Error(`${request}`, { cause });
              }),
            ),
          );
          const rows = await tablesOf(db).selectFrom('admission').select(['user_id', 'used', 'request_id']).execute();
          for (const { user_id, used, request_id } of rows) {
            expect({ user_id, used, request_id }).toEqual({ user_id, used: succeeded[user_id], request_id: null });
          }
          const health = await fetch(`http://127.0.0.1:${ports[requests.length % 2]}/`);
          expect(health.status).toBe(200);
        }),
        {
          seed: SEED,
          endOnFailure: true,
          ...(SECONDS > 0 ? { numRuns: 1e6, interruptAfterTimeLimit: SECONDS * 1000 } : { numRuns: RUNS }),
        },
      );
      console.info(`FUZZ_SEED=${SEED}`, Object.fromEntries(told));
      // A fuzz that only ever meets one gate tests that gate alone.
      for (const user of ['alice', 'bob']) expect(succeeded[user]).toBeGreaterThan(0);
      for (const status of [200, 400, 401, 403, 404, 429]) expect(told.get(status) ?? 0).toBeGreaterThan(0);
      expect(({} as Record<string, unknown>).admin).toBeUndefined();
    },
    (SECONDS + 80) * 1000,
  );
});
