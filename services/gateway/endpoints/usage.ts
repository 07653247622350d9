import { ask, type Bus } from '@styling/bus';
import {
  endpoint,
  KEY_DAYS_AT_ONCE,
  KEYS_AT_ONCE,
  type KeyDay,
  keyId,
  outcomes,
  readUsage,
  readUsageDays,
  timestamp,
} from '@styling/contracts';
import { z } from 'zod';
import { dayOf, resetAfter } from '../admission/admission.ts';
import { rateLimit, rateLimitExample, toRateLimit } from '../admission/rate-limit.ts';
import { defineEndpoint, PagedList } from '../http/define-endpoint.ts';
import { wholeNumber } from '../http/parameters.ts';
import { lastUsedKeys } from '../keys/key-store.ts';

const MOST_DAYS = 90;
const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

const usageDay = z
  .object({
    day: z.iso.date().meta({ description: 'UTC day on which the requests arrived' }),
    key_id: keyId,
    endpoint,
    outcome: z.enum(outcomes).meta({ description: 'By status: 2xx, 4xx, 5xx' }),
    requests: z.number().int().positive(),
  })
  .meta({ id: 'UsageDay' });

export const getUsage = defineEndpoint({
  id: 'getUsage',
  method: 'get',
  path: '/usage',
  summary: 'Usage of this key',
  description: `Statistics of the calling key, and how much of the daily limit its user has left. Every answered request is
counted here, refused ones too; this request appears in the next report. Counts and days are UTC.`,
  success: {
    description: 'The statistics',
    schema: readUsage.reply.extend({ rate_limit: rateLimit }).meta({ id: 'Usage' }),
    example: {
      total_requests: 42,
      requests_by_endpoint: { '/try_on_outfit': 30, '/images/:id': 9, '/usage': 3 },
      requests_today: 3,
      recent_requests: [
        { endpoint: '/try_on_outfit', timestamp: '2026-01-02T03:04:05.678Z', latency_ms: 12_345, status: 200 },
      ],
      rate_limit: rateLimitExample,
    },
  },
  async handle({ gateway: { bus, clock, dayUsed }, caller: { user_id, key_id } }) {
    const day = dayOf(clock());
    const [report, used] = await Promise.all([ask(bus, readUsage, { key_id, today: day }), dayUsed({ user_id, day })]);
    return { ...report, rate_limit: toRateLimit(used) };
  },
});

export const getUsageDays = defineEndpoint({
  id: 'getUsageDays',
  method: 'get',
  path: '/usage/days',
  summary: 'Usage of all your keys by day',
  description: `How many requests were answered, by day, key, endpoint and outcome, oldest day first, and how much of the daily limit is
left. Days are UTC. Of all keys of the user, revoked ones and the portal's sessions too, without what the portal only reads, or of the ${KEYS_AT_ONCE.toLocaleString('en')} that were used last;
what is nothing is left out. This request appears in the next report, polled endpoints within a minute or two. Free requests of days
before outcomes were kept count as succeeded.`,
  query: z.object({
    days: wholeNumber(1, MOST_DAYS)
      .optional()
      .meta({ description: `How many days, today included; default ${DEFAULT_DAYS}` }),
  }),
  success: {
    description: 'The counts',
    schema: z
      .object({
        days: z.array(usageDay),
        rate_limit: rateLimit,
        resets_at: timestamp.meta({ description: 'When the next day begins' }),
      })
      .meta({ id: 'UsageDays' }),
    example: {
      days: [
        {
          day: '2026-01-02',
          key_id: 'key_5f2b8c1d9e3a4f6071829304',
          endpoint: '/try_on_outfit',
          outcome: 'succeeded',
          requests: 2,
        },
      ],
      rate_limit: rateLimitExample,
      resets_at: '2026-01-03T00:00:00.000Z',
    },
  },
  async handle({ gateway: { bus, clock, db, dayUsed }, caller: { user_id } }, { days = DEFAULT_DAYS }) {
    const now = clock();
    const to = dayOf(now);
    const from = dayOf(new Date(now.getTime() - (days - 1) * DAY_MS));
    const key_ids = await lastUsedKeys(db, user_id, KEYS_AT_ONCE);
    const asked = { key_ids, from, to };
    const [first, used] = await Promise.all([rowsAfter(bus, asked, null), dayUsed({ user_id, day: to })]);
    const others = { rate_limit: toRateLimit(used), resets_at: resetAfter(now).toISOString() };
    if (first.length < KEY_DAYS_AT_ONCE) return { days: first.flatMap(byOutcome), ...others };
    return new PagedList('days', recordsFrom(first, bus, asked), others);
  },
});

/** Keys, and the days from one to another, both included. */
type Span = { readonly key_ids: string[]; readonly from: string; readonly to: string };

const rowsAfter = async (bus: Bus, asked: Span, after: KeyDay | null): Promise<KeyDay[]> =>
  (await ask(bus, readUsageDays, { ...asked, after })).days;

/** Records, page by page. What is behind the first page is read day by day: a page costs as much as all rows of its span. */
async function* recordsFrom(first: KeyDay[], bus: Bus, { key_ids, from, to }: Span) {
  let [rows, day] = [first, from];
  for (;;) {
    yield rows.flatMap(byOutcome);
    const last = rows.length < KEY_DAYS_AT_ONCE ? null : (rows.at(-1) ?? null);
    if (!last && day === to) return;
    day = last?.day ?? dayOf(new Date(Date.parse(day) + DAY_MS));
    rows = await rowsAfter(bus, { key_ids, from: day, to: day }, last);
  }
}

function byOutcome({ requests, refused, failed, day, key_id, endpoint }: KeyDay): z.output<typeof usageDay>[] {
  const counts = { succeeded: requests - refused - failed, refused, failed };
  return outcomes
    .map((outcome) => ({ day, key_id, endpoint, outcome, requests: counts[outcome] }))
    .filter((row) => row.requests > 0);
}
