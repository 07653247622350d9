import { sharedStatement } from '@styling/database';
import { ServiceError } from '@styling/service';
import type { Kysely } from 'kysely';
import { dayOf, secondsToReset } from '../admission/admission.ts';
import type { GatewayTables } from '../tables.ts';

/** What providers may charge in a day. */
export type Budget = {
  /** @throws ServiceError `budget_exhausted` once as much was charged today as may be, with the seconds until midnight UTC */
  check(): Promise<void>;
};

/**
 * The budget of a deployment. What was charged is a fold of the log, the same for all gateways and after any restart. It is as exact
 * as charges are published: requests that run when it is reached end as they would, and may exceed it.
 *
 * @param usd of a day (UTC); undefined: without limit, and without a query
 */
export function createBudget(db: Kysely<GatewayTables>, clock: () => Date, usd: number | undefined): Budget {
  const charged = sharedStatement(async (days: readonly string[]) => {
    const rows = await db.selectFrom('spending').selectAll().where('day', 'in', days).execute();
    return days.map((day) => rows.find((row) => row.day === day)?.usd ?? 0);
  });
  return {
    async check() {
      const now = clock();
      if (usd === undefined || (await charged(dayOf(now))) < usd) return;
      throw new ServiceError('budget_exhausted', { retry_after: secondsToReset(now) });
    },
  };
}
