import { busAccess, connectBus } from '@styling/bus';
import { databaseVariables, readConfig, serviceVariables } from '@styling/service';
import { createLogger } from '@styling/telemetry';
import type { Projection } from './projection.ts';
import { rebuild } from './rebuild.ts';

/**
 * Runs `npm run rebuild -- <schema>`: prints one JSON line, or one line on standard error.
 *
 * @param migrations folder of the service's migrations
 * @returns the exit code
 */
export async function rebuildCommand<DB>(
  projection: Projection<DB>,
  schema: string,
  migrations: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    const config = readConfig(serviceVariables.extend(databaseVariables.shape), environment);
    const log = createLogger('rebuild', 'warn');
    const bus = await connectBus({ ...busAccess(config, 'operator'), name: `rebuild-${schema}`, log });
    const options = { url: config.DATABASE_URL, schema, migrations, log };
    const rebuilt = await rebuild(bus, projection, options).finally(() => bus.close());
    console.log(JSON.stringify({ read_model: projection.name, ...rebuilt }));
    return 0;
  } catch (error) {
    console.error(`rebuild: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}
