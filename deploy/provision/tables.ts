import { fileURLToPath } from 'node:url';
import { serviceNames, serviceOf } from '@styling/contracts';
import { connectDatabase, migrate } from '@styling/database';
import { databaseVariables, serviceVariables } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { z } from 'zod';

/** Variables of {@link provisionTables}. */
export const tablesVariables = serviceVariables.omit({ NATS_URL: true }).extend(databaseVariables.shape);

/** Brings every service's tables up to date. @throws Error naming the migration that failed */
export async function provisionTables(config: z.output<typeof tablesVariables>, log: Logger): Promise<void> {
  for (const service of serviceNames) {
    const { schema } = serviceOf(service);
    if (!schema) continue;
    const db = connectDatabase({ url: config.DATABASE_URL, schema, log, connections: 1 });
    const folder = fileURLToPath(new URL(`../../services/${service}/migrations`, import.meta.url));
    const migrations = await migrate(db, schema, folder).finally(() => db.destroy());
    log.info({ schema, migrations }, 'tables are up to date');
  }
}
