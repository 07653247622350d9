import { fileURLToPath } from 'node:url';
import { busAccess, connectBus, createStreams } from '@styling/bus';
import { connectDatabase, migrate } from '@styling/database';
import { connectObjectStore } from '@styling/objectstore';
import {
  databaseVariables,
  objectStoreVariables,
  positiveInteger,
  readConfig,
  serviceVariables,
} from '@styling/service';
import { createLogger } from '@styling/telemetry';
import { z } from 'zod';

// What must be there before the services start: tables, streams, bucket. Safe to run again, and beside a running system.
try {
  const variables = z.object({
    ...serviceVariables.shape,
    ...databaseVariables.shape,
    ...objectStoreVariables.shape,
    NATS_REPLICAS: positiveInteger.max(5).default(1),
  });
  const config = readConfig(variables, process.env);
  const log = createLogger('provision', config.LOG_LEVEL);

  for (const service of ['gateway', 'analysis', 'images', 'usage']) {
    const db = connectDatabase({ url: config.DATABASE_URL, schema: service, log, connections: 1 });
    const folder = fileURLToPath(new URL(`../../services/${service}/migrations`, import.meta.url));
    const migrations = await migrate(db, service, folder).finally(() => db.destroy());
    log.info({ database: service, migrations }, 'tables are up to date');
  }

  const bus = await connectBus({ ...busAccess(config, 'provision'), log });
  await createStreams(bus, { replicas: config.NATS_REPLICAS }).finally(() => bus.close());
  log.info('streams are up to date');

  const store = connectObjectStore(config);
  await store.createBucket().finally(() => store.close());
  log.info('bucket is there');
} catch (error) {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  console.error(`provision: ${error instanceof Error ? error.message : String(error)}${cause}`);
  process.exitCode = 1;
}
