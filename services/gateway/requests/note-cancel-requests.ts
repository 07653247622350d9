import type { StylingEvent } from '@styling/contracts';
import type { Kysely } from 'kysely';
import type { GatewayTables } from '../tables.ts';
import { runningRequests } from './end-request.ts';

/** Remembers which of the running requests are to end. Idempotent. */
export async function noteCancelRequests(db: Kysely<GatewayTables>, events: readonly StylingEvent[]): Promise<void> {
  const asked = new Map(
    events.flatMap(({ type, time, subject }) =>
      type === 'request.cancel_requested' ? [[subject, new Date(time)] as const] : [],
    ),
  );
  if (asked.size === 0) return;
  const running = await runningRequests(db)
    .where('request_id', 'in', [...asked.keys()])
    .execute();
  const rows = running.map(({ request_id }) => ({ request_id, requested_at: asked.get(request_id) ?? new Date(0) }));
  if (rows.length === 0) return;
  await db
    .insertInto('cancel_request')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
