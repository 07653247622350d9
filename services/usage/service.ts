import { answerQueries, type Bus, sharedLogHead } from '@styling/bus';
import { readUsage } from '@styling/contracts';
import { reachDatabase } from '@styling/database';
import { runProjection } from '@styling/projections';
import { inBatches, type Running } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import type { UsageTables } from './tables.ts';
import { usageProjection } from './usage-projection.ts';
import { type ReportRequest, usageReports } from './usage-report.ts';

/** What the usage service works with. */
export type UsageDependencies = { readonly bus: Bus; readonly db: Kysely<UsageTables>; readonly log: Logger };

/** Reports made by one statement, so that what it gives stays small. */
const BATCH = 50;

/** Starts the projection and the query on it. */
export async function startUsage({ bus, db, log }: UsageDependencies): Promise<Running> {
  const projection = runProjection(bus, db, usageProjection, { log });
  const head = sharedLogHead(bus, usageProjection.filter);
  // Those who ask at the same moment share a statement.
  const report = inBatches((asked: readonly ReportRequest[]) => usageReports(db, asked), { most: BATCH });
  const query = await answerQueries(
    bus,
    readUsage,
    async ({ key_id, today }) => {
      // What was in the log when the question came is in the answer, on any replica.
      await projection.reached(await head());
      return reachDatabase(() => report({ key_id, today }));
    },
    { queue: 'usage', log },
  );
  return {
    async stop() {
      await query.stop();
      await projection.stop();
    },
  };
}
