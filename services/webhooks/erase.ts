import { busAccess, connectBus } from '@styling/bus';
import { services, userId } from '@styling/contracts';
import { connectDatabase } from '@styling/database';
import { removeAbandonedRebuild, waitForHeads } from '@styling/projections';
import { databaseVariables, failureLine, readConfig, serviceVariables } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { feedProjection } from './feed-projection.ts';
import type { WebhooksTables } from './tables.ts';

/** How long the projection may take to reach the end of the log, in ms. */
const CATCH_UP_MS = 30_000;

// `node erase.ts <user>`: the webhooks' part of `npm run erase`, after the gateway has disowned the user's keys: the rows go when
// that is projected; here those of a webhook that was made at that moment.
try {
  const { data: user_id } = userId.safeParse(process.argv[2]);
  if (user_id === undefined) throw new Error('use: erase.ts <user>');
  const config = readConfig(serviceVariables.extend(databaseVariables.shape), process.env);
  const log = silentLogger();
  const { schema } = services.webhooks;
  const bus = await connectBus({ ...busAccess(config, 'operator'), name: 'erase-webhooks', log });
  const db = connectDatabase<WebhooksTables>({ url: config.DATABASE_URL, schema, log, connections: 2 });
  try {
    await waitForHeads(bus, db, feedProjection, { timeoutMs: CATCH_UP_MS });
    await removeAbandonedRebuild(db, schema, feedProjection.name);
    await db.deleteFrom('webhook').where('user_id', '=', user_id).execute();
    const { left } = await db
      .selectFrom('user_event')
      .select(({ fn }) => fn.countAll<string>().as('left'))
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow();
    console.log(JSON.stringify({ events_left: Number(left) }));
  } finally {
    await bus.close();
    await db.destroy();
  }
} catch (error) {
  console.error(failureLine('webhooks', error));
  process.exitCode = 1;
}
