import { ask } from '@styling/bus';
import { readUsage } from '@styling/contracts';
import { dayOf } from '../admission/admission.ts';
import { rateLimit, rateLimitExample, toRateLimit } from '../admission/rate-limit.ts';
import { defineEndpoint } from '../http/define-endpoint.ts';

export const getUsage = defineEndpoint({
  id: 'getUsage',
  method: 'get',
  path: '/usage',
  tag: 'Service',
  summary: 'Usage of this key',
  description: `Statistics of the calling key, and how much of the daily limit its user has left. Every answered request is
counted here, refused ones too; this request appears in the next report. Counts and days are UTC.`,
  responses: {
    200: {
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
  },
  async handle({ gateway: { bus, clock, dayUsed }, caller: { user_id, key_id } }) {
    const day = dayOf(clock());
    const [report, used] = await Promise.all([ask(bus, readUsage, { key_id, today: day }), dayUsed({ user_id, day })]);
    return { ...report, rate_limit: toRateLimit(used) };
  },
});
