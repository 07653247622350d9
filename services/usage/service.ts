import { answerQueries, type Bus } from '@styling/bus';
import { readUsage, readUsageDays, subjects } from '@styling/contracts';
import { reachDatabase, sharedStatement } from '@styling/database';
import { runProjection, sharedHeads } from '@styling/projections';
import { type Running, repeat } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import { rollUpReads } from './roll-up-reads.ts';
import type { UsageTables } from './tables.ts';
import { type DaysRequest, usageDays } from './usage-days.ts';
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
/** Every read is an event, and only a reader of usage needs it soon, who ends this: few large batches will do. */
const LINGER_MS = 100;

/** Starts the projection, the queries on it, and the roll-up of reads by the active replica. */
export async function startUsage({ bus, db, clock, log }: UsageDependencies): Promise<Running> {
  const projection = runProjection(bus, db, usageProjection, { log, lingerMs: LINGER_MS });
  // A roll-up only restates reads: no answer has to wait for it.
  const heads = sharedHeads(bus, [subjects.allCompleted, subjects.allReads]);
  const report = sharedStatement((asked: readonly ReportRequest[]) => usageReports(db, asked));
  // The answers include all that was published before the query, on any replica.
  const read = async (request: ReportRequest) => projection.asOf(await heads(), () => report(request));
  const readDays = async (request: DaysRequest) => ({
    days: await projection.asOf(await heads(), () => reachDatabase(() => usageDays(db, request))),
  });
  const options = { queue: 'usage', log };
  const queries = [answerQueries(bus, readUsage, read, options), answerQueries(bus, readUsageDays, readDays, options)];
  const rollUps = repeat(
    ROLL_UP_EVERY_MS,
    async () => void (projection.active && (await rollUpReads(bus, db, clock()))),
    (error) => log.error({ err: error }, 'rolling up reads failed; will retry'),
  );
  return {
    notReady: () => projection.unrecognised,
    needs: projection.needs,
    async stop() {
      await rollUps.stop();
      await Promise.all(queries.map((query) => query.stop()));
      await projection.stop();
    },
  };
}
