import { readUsage, readUsageDays, subjects } from '@styling/contracts';
import { sharedStatement } from '@styling/database';
import { type ReadModelParts, startReadModel } from '@styling/projections';
import type { Running } from '@styling/service';
import { rollUpReads } from './roll-up-reads.ts';
import { usageProjection } from './usage-projection.ts';
import { type ReportRequest, usageDays, usageReports } from './usage-queries.ts';

const ROLL_UP_EVERY_MS = 60_000;
/** Every read is an event, and only a reader of usage needs it soon, who ends this: few large batches will do. */
const LINGER_MS = 100;

/** Starts the projection, its queries, and the active replica's roll-up of reads. */
export function startUsage(parts: ReadModelParts): Running {
  const { bus, db, clock } = parts;
  const model = startReadModel(parts, usageProjection, { lingerMs: LINGER_MS });
  // A roll-up only restates reads: no answer has to wait for it.
  const read = model.reader([subjects.allCompleted, subjects.allReads]);
  const report = sharedStatement((asked: readonly ReportRequest[]) => usageReports(db, asked));
  model.answer(readUsage, (request) => read(() => report(request)));
  model.answer(readUsageDays, async (request) => ({ days: await read(() => usageDays(db, request)) }));
  const rollUp = async (isActive: () => boolean) => isActive() && rollUpReads(bus, db, clock());
  model.every(ROLL_UP_EVERY_MS, rollUp, 'rolling up reads failed; will retry');
  return model.running;
}
