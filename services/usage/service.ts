import { answerQueries, type Bus } from '@styling/bus';
import { readUsage, subjects } from '@styling/contracts';
import { sharedStatement } from '@styling/database';
import { runProjection, sharedHeads } from '@styling/projections';
import { type Running, repeat } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import { rollUpReads } from './roll-up-reads.ts';
import type { UsageTables } from './tables.ts';
import { usageProjection } from './usage-projection.ts';
import { type ReportRequest, usageReports } from './usage-report.ts';

/** What the usage service works with. */
export type UsageDependencies = {
  readonly bus: Bus;
  readonly db: Kysely<UsageTables>;
  readonly clock: () => Date;
  readonly log: Logger;
};

const ROLL_UP_EVERY_MS = 60_000;

/** Starts the projection, the query on it, and the roll-up of reads by the active replica. */
export async function startUsage({ bus, db, clock, log }: UsageDependencies): Promise<Running> {
  const projection = runProjection(bus, db, usageProjection, { log });
  // A roll-up only restates reads: no answer has to wait for it.
  const heads = sharedHeads(bus, [subjects.allCompleted, subjects.allReads]);
  const report = sharedStatement((asked: readonly ReportRequest[]) => usageReports(db, asked));
  const query = answerQueries(
    bus,
    readUsage,
    // The answer includes all that was published before the query, on any replica.
    async (request) => projection.asOf(await heads(), () => report(request)),
    { queue: 'usage', log },
  );
  const rollUps = repeat(
    ROLL_UP_EVERY_MS,
    async () => void (projection.active && (await rollUpReads(bus, db, clock()))),
    (error) => log.error({ err: error }, 'rolling up reads failed; will retry'),
  );
  return {
    notReady: () => projection.unrecognised,
    async stop() {
      await rollUps.stop();
      await query.stop();
      await projection.stop();
    },
  };
}
