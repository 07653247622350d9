import { randomBytes } from 'node:crypto';
import { busAccess, connectBus } from '@styling/bus';
import { connectDatabase } from '@styling/database';
import { databaseVariables, readConfig, serviceVariables } from '@styling/service';
import { createLogger } from '@styling/telemetry';
import { runKeyCommand } from './keys/key-command.ts';
import type { GatewayTables } from './tables.ts';

// `npm run keys -- create|list|revoke`: JSON lines on standard output, one clear line on standard error.
try {
  const config = readConfig(serviceVariables.extend(databaseVariables.shape), process.env);
  const log = createLogger('keys', 'silent');
  const db = connectDatabase<GatewayTables>({ url: config.DATABASE_URL, schema: 'gateway', log, connections: 1 });
  const bus = await connectBus({ ...busAccess(config, 'operator'), name: 'keys', log });
  try {
    const lines = await runKeyCommand({ db, bus, clock: () => new Date(), random: randomBytes }, process.argv.slice(2));
    for (const line of lines) console.log(JSON.stringify(line));
  } finally {
    await bus.close();
    await db.destroy();
  }
} catch (error) {
  console.error(`keys: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
