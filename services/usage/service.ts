import { answerQueries, type Bus, sharedLogHead } from '@styling/bus';
import { readUsage } from '@styling/contracts';
import { sharedStatement } from '@styling/database';
import { runProjection } from '@styling/projections';
import type { Running } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import type { UsageTables } from './tables.ts';
import { usageProjection } from './usage-projection.ts';
import { type ReportRequest, usageReports } from './usage-report.ts';

/** What the usage service works with. */
export type UsageDependencies = { readonly bus: Bus; readonly db: Kysely<UsageTables>; readonly log: Logger };

/** Starts the projection and the query on it. */
export async function startUsage({ bus, db, log }: UsageDependencies): Promise<Running> {
  const projection = runProjection(bus, db, usageProjection, { log });
  const head = sharedLogHead(bus, usageProjection.filter);
  const report = sharedStatement((asked: readonly ReportRequest[]) => usageReports(db, asked));
  const query = await answerQueries(
    bus,
    readUsage,
    // What was in the log when the question came is in the answer, on any replica.
    async (request) => projection.asOf(await head(), () => report(request)),
    { queue: 'usage', log },
  );
  return {
    async stop() {
      await query.stop();
      await projection.stop();
    },
  };
}
