import { publish } from '@styling/bus';
import { parseEvent, type StylingEvent } from '@styling/contracts';
import { traceHeaders } from '@styling/telemetry';
import type { GatewayDependencies } from '../gateway.ts';

type Dependencies = Pick<GatewayDependencies, 'bus' | 'db' | 'log'>;

/** How long the log may take to acknowledge an event before it goes to the outbox, in ms: a client waits for it. */
const STORE_AFTER_MS = 1_000;
const FLUSH_TIMEOUT_MS = 3_000;
/** Events published in one flush. */
const BATCH = 100;

/**
 * Publishes an event about an answer of the gateway's own, or stores it in the outbox, with its trace, when the log does not
 * acknowledge it in time. If the log has it all the same, its id makes publishing it twice harmless.
 *
 * @throws Error when neither log nor database take it
 */
export async function publishOrStore({ bus, db, log }: Dependencies, event: StylingEvent): Promise<void> {
  try {
    await publish(bus, event, { timeoutMs: STORE_AFTER_MS });
  } catch (error) {
    const row = { event_id: event.id, event: JSON.stringify(event), trace: JSON.stringify(traceHeaders()) };
    await db
      .insertInto('outbox')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    log.warn({ err: error, event_id: event.id }, 'event stored in the outbox');
  }
}

/**
 * Publishes the events of the outbox, oldest first. Several gateways may do so at once: log and readers drop duplicate ids.
 *
 * @returns how many were published
 * @throws ServiceError `unavailable` while the log is unreachable; the rest stays in the outbox
 */
export async function flushOutbox({ bus, db }: Dependencies): Promise<number> {
  const stored = await db
    .selectFrom('outbox')
    .select(['event_id', 'event', 'trace'])
    .orderBy('stored_at')
    .limit(BATCH)
    .execute();
  for (const { event_id, event, trace } of stored) {
    const parsed = parseEvent(new TextEncoder().encode(JSON.stringify(event)));
    // Of a type that only a newer gateway knows: that one publishes it.
    if (!parsed) continue;
    await publish(bus, parsed, { timeoutMs: FLUSH_TIMEOUT_MS, parent: trace });
    await db.deleteFrom('outbox').where('event_id', '=', event_id).execute();
  }
  return stored.length;
}
