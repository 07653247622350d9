import { fileURLToPath } from 'node:url';
import { connectBus } from '@styling/bus';
import { rebuild } from '@styling/projections';
import { databaseVariables, readConfig, serviceVariables } from '@styling/service';
import { createLogger } from '@styling/telemetry';
import { usageProjection } from './usage-projection.ts';

// `npm run rebuild -- usage`: the read model anew from the log, beside live traffic; prints one JSON line.
try {
  const config = readConfig(serviceVariables.extend(databaseVariables.shape), process.env);
  const log = createLogger('rebuild', 'warn');
  const bus = await connectBus({ servers: config.NATS_URL, name: 'rebuild-usage', log });
  const migrations = fileURLToPath(new URL('./migrations', import.meta.url));
  const options = { url: config.DATABASE_URL, schema: 'usage', migrations, log };
  const rebuilt = await rebuild(bus, usageProjection, options).finally(() => bus.close());
  console.log(JSON.stringify({ read_model: 'usage', ...rebuilt }));
} catch (error) {
  console.error(`rebuild: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
