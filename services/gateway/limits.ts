import { busAccess, connectBus } from '@styling/bus';
import { connectDatabase } from '@styling/database';
import { databaseVariables, readConfig, serviceVariables } from '@styling/service';
import { createLogger } from '@styling/telemetry';
import { runLimitCommand } from './limits/limit-command.ts';
import type { GatewayTables } from './tables.ts';

// `npm run limits -- set|show`: a JSON line on standard output, or one clear line on standard error.
try {
  const config = readConfig(serviceVariables.extend(databaseVariables.shape), process.env);
  const log = createLogger('limits', 'silent');
  const db = connectDatabase<GatewayTables>({ url: config.DATABASE_URL, schema: 'gateway', log, connections: 1 });
  const bus = await connectBus({ ...busAccess(config, 'operator'), name: 'limits', log });
  try {
    console.log(JSON.stringify(await runLimitCommand({ bus, db, clock: () => new Date() }, process.argv.slice(2))));
  } finally {
    await bus.close();
    await db.destroy();
  }
} catch (error) {
  console.error(`limits: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
