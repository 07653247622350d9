import { randomBytes } from 'node:crypto';
import { busAccess, connectBus } from '@styling/bus';
import { connectDatabase } from '@styling/database';
import { databaseVariables, readConfig, serviceVariables } from '@styling/service';
import { createLogger } from '@styling/telemetry';
import { portalVariables } from './config.ts';
import { runKeyCommand } from './keys/key-command.ts';
import type { GatewayTables } from './tables.ts';

// `npm run keys -- create|list|revoke|invite|sign-out`: JSON lines on standard output, one clear line on standard error.
try {
  const variables = serviceVariables.extend(databaseVariables.shape).extend(portalVariables.shape);
  const config = readConfig(variables, process.env);
  const log = createLogger('keys', 'silent');
  const db = connectDatabase<GatewayTables>({ url: config.DATABASE_URL, schema: 'gateway', log, connections: 1 });
  const bus = await connectBus({ ...busAccess(config, 'operator'), name: 'keys', log });
  try {
    const deps = { db, bus, log, clock: () => new Date(), random: randomBytes, portalUrl: config.PORTAL_URL };
    const lines = await runKeyCommand(deps, process.argv.slice(2));
    for (const line of lines) console.log(JSON.stringify(line));
  } finally {
    await bus.close();
    await db.destroy();
  }
} catch (error) {
  console.error(`keys: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
