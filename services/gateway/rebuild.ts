import { busAccess, connectBus } from '@styling/bus';
import { connectDatabase } from '@styling/database';
import { rewindProjection, waitForHeads } from '@styling/projections';
import { databaseVariables, failureLine, readConfig, serviceVariables } from '@styling/service';
import { createLogger } from '@styling/telemetry';
import { gatewayProjection } from './gateway-projection.ts';
import type { GatewayTables } from './tables.ts';

/** How long the running gateways may take to fold the log, in ms. */
const FOLD_WITHIN_MS = 3_600_000;

// `npm run rebuild -- gateway`: lets the running gateways fold the log anew, from its beginning, on top of their tables.
try {
  const started = performance.now();
  const config = readConfig(serviceVariables.extend(databaseVariables.shape), process.env);
  const log = createLogger('rebuild', 'warn');
  const bus = await connectBus({ ...busAccess(config, 'operator'), name: 'rebuild-gateway', log });
  const db = connectDatabase<GatewayTables>({ url: config.DATABASE_URL, schema: 'gateway', log, connections: 1 });
  try {
    await rewindProjection(db, 'gateway', gatewayProjection);
    await waitForHeads(bus, db, gatewayProjection, { timeoutMs: FOLD_WITHIN_MS });
    console.log(JSON.stringify({ tables: 'gateway', seconds: (performance.now() - started) / 1000 }));
  } finally {
    await bus.close();
    await db.destroy();
  }
} catch (error) {
  console.error(failureLine('rebuild', error));
  process.exitCode = 1;
}
