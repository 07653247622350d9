import type { Kysely } from 'kysely';
import type { ProjectedEvent, Projection } from './projection.ts';
import { execute, type Statement } from './statement.ts';

/** The statements to execute for a batch, one after the other. `db` reads what earlier events decide, before any of them. */
type Fold<DB> = (
  events: readonly ProjectedEvent[],
  db: Kysely<DB>,
) => readonly Statement[] | Promise<readonly Statement[]>;

/**
 * A fold whose rows follow from the events, and from rows that it reads first. A batch that takes at most one statement is projected
 * in one round trip, together with its checkpoint, after one for what it reads.
 */
export const inStatements = <DB>(
  fold: Fold<DB>,
): Pick<Projection<DB>, 'apply'> & Required<Pick<Projection<DB>, 'atOnce'>> => ({
  async atOnce(events, db) {
    const [statement = {}, ...others] = await fold(events, db);
    return others.length === 0 ? statement : undefined;
  },
  async apply(trx, events) {
    for (const statement of await fold(events, trx)) await execute(statement, trx);
  },
});
