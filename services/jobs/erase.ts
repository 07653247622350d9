import { busAccess, connectBus } from '@styling/bus';
import { services, userId } from '@styling/contracts';
import { connectDatabase } from '@styling/database';
import { removeAbandonedRebuild, waitForHeads } from '@styling/projections';
import { failureLine, readConfig } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { variables } from './config.ts';
import { jobProjection } from './job-projection.ts';
import type { JobsTables } from './tables.ts';

/** How long the projection may take to reach the end of the log, in ms. */
const CATCH_UP_MS = 30_000;

// `node erase.ts <user>`: the jobs' part of `npm run erase`, after the gateway has disowned the user's keys: the rows go when the
// projection has processed it.
try {
  const { data: user_id } = userId.safeParse(process.argv[2]);
  if (user_id === undefined) throw new Error('use: erase.ts <user>');
  const config = readConfig(variables, process.env);
  const log = silentLogger();
  const { schema } = services.jobs;
  const bus = await connectBus({ ...busAccess(config, 'operator'), name: 'erase-jobs', log });
  const db = connectDatabase<JobsTables>({ url: config.DATABASE_URL, schema, log, connections: 2 });
  try {
    await waitForHeads(bus, db, jobProjection, { timeoutMs: CATCH_UP_MS });
    await removeAbandonedRebuild(db, schema, jobProjection.name);
    const { left } = await db
      .selectFrom('job')
      .select(({ fn }) => fn.countAll<string>().as('left'))
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow();
    console.log(JSON.stringify({ jobs_left: Number(left) }));
  } finally {
    await bus.close();
    await db.destroy();
  }
} catch (error) {
  console.error(failureLine('jobs', error));
  process.exitCode = 1;
}
