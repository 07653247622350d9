import type { ProjectedEvent, Projection } from './projection.ts';
import { execute, type Statement } from './statement.ts';

/**
 * A fold whose rows follow from the events alone, without reading any: for each batch, the statements to execute one after the
 * other. A batch that takes at most one is projected in one round trip, together with its checkpoint.
 */
export const inStatements = <DB>(
  fold: (events: readonly ProjectedEvent[]) => readonly Statement[],
): Pick<Projection<DB>, 'apply'> & Required<Pick<Projection<DB>, 'atOnce'>> => ({
  atOnce(events) {
    const [statement = {}, ...others] = fold(events);
    return others.length === 0 ? statement : undefined;
  },
  async apply(trx, events) {
    for (const statement of fold(events)) await execute(statement, trx);
  },
});
