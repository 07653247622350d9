import { type Bus, isRefused, publish } from '@styling/bus';
import { parseEvent, type StylingEvent } from '@styling/contracts';
import { errorType, observe, traceHeaders } from '@styling/telemetry';
import { sql } from 'kysely';
import { type GatewayDependencies, PUBLISH_TIMEOUT_MS } from '../dependencies.ts';

type Dependencies = Pick<GatewayDependencies, 'bus' | 'db' | 'log'>;

/** Time-out of publishing before an event goes to the outbox: a client waits for it. */
const STORE_AFTER_MS = 1_000;
const BATCH = 500;

/**
 * Publishes an event about the gateway's own answer, or stores it in the outbox, with its trace, when the log does not
 * acknowledge it in time; its id makes publishing it twice harmless.
 * @throws Error when neither takes it
 */
export async function publishOrStore({ bus, db, log }: Dependencies, event: StylingEvent): Promise<void> {
  try {
    await publish(bus, event, { timeoutMs: STORE_AFTER_MS });
  } catch (error) {
    await sql`
      insert into outbox (event_id, event, trace)
      values (${event.id}, ${JSON.stringify(event)}, ${JSON.stringify(traceHeaders())})
      on conflict do nothing`.execute(db);
    log.warn({ err: error, event_id: event.id }, 'event stored in the outbox');
  }
}

/**
 * Publishes the outbox, once through; gateways share the work by row locks. What can never be published is set aside,
 * with its reason; what failed otherwise stays for the next flush. Returns how many were published.
 * @throws ServiceError `unavailable` while the log takes none
 */
export async function flushOutbox({ bus, db, log }: Dependencies): Promise<number> {
  let published = 0;
  for (let last = ''; ; ) {
    const batch = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<Row>`
        select event_id, event, trace from outbox where refused is null and event_id > ${last}
        order by event_id limit ${BATCH} for update skip locked`.execute(trx);
      const outcomes = await Promise.all(rows.map((row) => publishRow(bus, row)));
      const ids = (of: Outcome['is']) =>
        rows.filter((_, index) => outcomes[index]?.is === of).map((row) => row.event_id);
      await sql`delete from outbox where event_id = any(${ids('published')}::text[])`.execute(trx);
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.is !== 'refused') continue;
        const event_id = rows[index]?.event_id ?? '';
        const refused = errorType(outcome.error);
        log.error({ event_id, refused }, 'outbox event set aside: it can never be published');
        await sql`update outbox set refused = ${refused} where event_id = ${event_id}`.execute(trx);
      }
      return { rows, published: ids('published').length, failure: outcomes.find(({ is }) => is === 'failed') };
    });
    published += batch.published;
    last = batch.rows.at(-1)?.event_id ?? last;
    if (batch.failure && batch.published === 0) throw batch.failure.error;
    if (batch.rows.length < BATCH) return published;
  }
}

type Outcome = { readonly is: 'published' | 'skipped' | 'refused' | 'failed'; readonly error?: unknown };
type Row = { readonly event_id: string; readonly event: unknown; readonly trace: Record<string, string> };

async function publishRow(bus: Bus, { event, trace }: Row): Promise<Outcome> {
  let parsed: StylingEvent | undefined;
  try {
    parsed = parseEvent(new TextEncoder().encode(JSON.stringify(event)));
  } catch (error) {
    return { is: 'refused', error };
  }
  // A type that only a newer gateway knows: that one publishes it.
  if (!parsed) return { is: 'skipped' };
  try {
    await publish(bus, parsed, { timeoutMs: PUBLISH_TIMEOUT_MS, parent: trace });
    return { is: 'published' };
  } catch (error) {
    if (!isRefused(error)) return { is: 'failed', error };
    return { is: 'refused', error: (error as Error).cause };
  }
}

/** Reports how many events wait in the outbox, and how many were set aside, as a metric. @returns a function that ends it */
export const observeOutbox = ({ db }: Pick<Dependencies, 'db'>): (() => void) =>
  observe('styling.outbox.events', async () => {
    const { rows } = await sql<{ waiting: number; refused: number }>`
      select count(*) - count(refused) as waiting, count(refused) as refused from outbox`.execute(db);
    const { waiting = 0, refused = 0 } = rows[0] ?? {};
    return [
      [waiting, { 'styling.outbox.state': 'waiting' }],
      [refused, { 'styling.outbox.state': 'refused' }],
    ];
  });
