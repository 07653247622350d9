import type { UsageReport } from '@styling/contracts';
import type { Kysely } from 'kysely';
import type { UsageTables } from './tables.ts';

/** Requests listed in a report (spec, GET /usage). */
const RECENT = 20;

/**
 * What one key has done.
 *
 * @param today the UTC day that counts as today, YYYY-MM-DD
 */
export async function usageReport(db: Kysely<UsageTables>, key_id: string, today: string): Promise<UsageReport> {
  const [totals, ofToday, recent] = await Promise.all([
    db
      .selectFrom('key_total')
      .select(['endpoint', 'requests'])
      .where('key_id', '=', key_id)
      .orderBy('endpoint')
      .execute(),
    db
      .selectFrom('key_day')
      .select((select) => select.fn.sum<number>('requests').as('requests'))
      .where('key_id', '=', key_id)
      .where('day', '=', today)
      .executeTakeFirst(),
    db
      .selectFrom('answered_request')
      .select(['endpoint', 'received_at', 'latency_ms', 'status'])
      .where('key_id', '=', key_id)
      .orderBy('received_at', 'desc')
      .orderBy('seq', 'desc')
      .limit(RECENT)
      .execute(),
  ]);
  return {
    total_requests: totals.reduce((sum, { requests }) => sum + requests, 0),
    requests_by_endpoint: Object.fromEntries(totals.map(({ endpoint, requests }) => [endpoint, requests])),
    requests_today: ofToday?.requests ?? 0,
    recent_requests: recent.map(({ received_at, ...request }) => ({
      endpoint: request.endpoint,
      timestamp: received_at.toISOString(),
      latency_ms: request.latency_ms,
      status: request.status,
    })),
  };
}
