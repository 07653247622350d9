import { publish } from '@styling/bus';
import { parseEvent, type RequestCompleted } from '@styling/contracts';
import { traceHeaders } from '@styling/telemetry';
import type { GatewayDependencies } from '../dependencies.ts';

type Dependencies = Pick<GatewayDependencies, 'bus' | 'db' | 'log'>;

/** How long a terminal event of the gateway's own may take to be acknowledged before it is kept instead, in ms. */
const SAY_LIMIT_MS = 3_000;
/** Kept events said in one go. */
const BATCH = 100;

/**
 * Says a terminal event, or keeps it to be said later when the log does not acknowledge it in time: then it counts for
 * usage as soon as the log is back, in the trace it belongs to. It may have been stored all the same; its id makes saying it twice harmless.
 *
 * @throws Error when it can be kept neither in the log nor in the database
 */
export async function sayOrKeep({ bus, db, log }: Dependencies, event: RequestCompleted): Promise<void> {
  try {
    await publish(bus, event, { timeoutMs: SAY_LIMIT_MS });
  } catch (error) {
    const row = { event_id: event.id, event: JSON.stringify(event), trace: JSON.stringify(traceHeaders()) };
    await db
      .insertInto('unsaid_event')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    log.warn({ err: error, event_id: event.id }, 'event kept to be said later');
  }
}

/**
 * Says what was kept, oldest first. Several gateways may do so at once: the log takes an id once, and so do its readers.
 *
 * @returns how many were said
 * @throws ServiceError `unavailable` when the log is still away; the rest stays kept
 */
export async function sayUnsaid({ bus, db }: Dependencies): Promise<number> {
  const kept = await db
    .selectFrom('unsaid_event')
    .select(['event_id', 'event', 'trace'])
    .orderBy('kept_at')
    .limit(BATCH)
    .execute();
  for (const { event_id, event, trace } of kept) {
    const said = parseEvent(new TextEncoder().encode(JSON.stringify(event)));
    await publish(bus, said, { timeoutMs: SAY_LIMIT_MS, parent: trace });
    await db.deleteFrom('unsaid_event').where('event_id', '=', event_id).execute();
  }
  return kept.length;
}
