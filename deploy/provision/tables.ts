import { fileURLToPath } from 'node:url';
import { schemas, serviceNames, serviceOf } from '@styling/contracts';
import { connectDatabase, migrate, passwordVariable, provisionRole } from '@styling/database';
import { databaseVariables, serviceVariables } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import { z } from 'zod';

type PasswordVariable = ReturnType<typeof passwordVariable>;
const passwords = Object.fromEntries(
  schemas.map((schema) => [
    passwordVariable(schema),
    z.string().optional().describe('password of the role that provisioning makes for the schema'),
  ]),
);

export const tablesVariables = z.object({
  ...serviceVariables.omit({ NATS_URL: true }).shape,
  ...databaseVariables.shape,
  ...(passwords as Record<PasswordVariable, z.ZodOptional<z.ZodString>>),
});

/** Brings tables and roles' rights up to date. @throws Error naming the migration or role that failed */
export async function provisionTables(
  config: z.output<typeof tablesVariables> & { readonly [name in PasswordVariable]?: string | undefined },
  log: Logger,
): Promise<void> {
  for (const service of serviceNames) {
    const { schema } = serviceOf(service);
    if (!schema) continue;
    const db = connectDatabase({ url: config.DATABASE_URL, schema, log, connections: 1 });
    const folder = fileURLToPath(new URL(`../../services/${service}/migrations`, import.meta.url));
    try {
      const migrations = await migrate(db, schema, folder);
      const role = await provisionRole(db, schema, config[passwordVariable(schema)]);
      log.info({ schema, migrations, role }, 'tables are up to date');
      if (!role) log.warn({ schema }, 'the service has no role of its own: it shares the account of provisioning');
    } finally {
      await db.destroy();
    }
  }
}
