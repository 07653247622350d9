import { fileURLToPath } from 'node:url';
import { connectDatabase, migrate } from '@styling/database';
import { databaseVariables, serviceVariables } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { z } from 'zod';

/** Variables of {@link provisionTables}. */
export const tablesVariables = serviceVariables.omit({ NATS_URL: true }).extend(databaseVariables.shape);

const SERVICES_WITH_TABLES = ['gateway', 'analysis', 'images', 'usage'];

/** Brings every service's tables up to date. @throws Error naming the migration that failed */
export async function provisionTables(config: z.output<typeof tablesVariables>, log: Logger): Promise<void> {
  for (const service of SERVICES_WITH_TABLES) {
    const db = connectDatabase({ url: config.DATABASE_URL, schema: service, log, connections: 1 });
    const folder = fileURLToPath(new URL(`../../services/${service}/migrations`, import.meta.url));
    const migrations = await migrate(db, service, folder).finally(() => db.destroy());
    log.info({ database: service, migrations }, 'tables are up to date');
  }
}
