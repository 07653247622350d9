import { randomBytes } from 'node:crypto';
import { busAccess, connectBus } from '@styling/bus';
import { connectDatabase } from '@styling/database';
import { connectObjectStore } from '@styling/objectstore';
import { readConfig, runService } from '@styling/service';
import root from '../../package.json' with { type: 'json' };
import { variables } from './config.ts';
import { startGateway } from './service.ts';
import type { GatewayTables } from './tables.ts';

await runService(
  'gateway',
  () => readConfig(variables, process.env),
  async (config, log) => {
    const bus = await connectBus({ ...busAccess(config, 'gateway'), log });
    const db = connectDatabase<GatewayTables>({ url: config.DATABASE_URL, schema: 'gateway', log });
    const store = connectObjectStore(config);
    const dependencies = {
      gateway: `gateway-${randomBytes(6).toString('hex')}`,
      bus,
      db,
      store,
      log,
      clock: () => new Date(),
      random: randomBytes,
      dailyLimit: config.DAILY_LIMIT,
      requestTimeoutMs: config.REQUEST_TIMEOUT_SECONDS * 1000,
      sweepGraceMs: config.SWEEP_GRACE_SECONDS * 1000,
      remnantMarginMs: config.REMNANT_MARGIN_SECONDS * 1000,
      imageStoreUrl: config.IMAGE_STORE_URL,
      version: root.version,
      limits: { requests: config.MAX_REQUESTS, bodyBytes: config.MAX_BODY_MB * 1024 * 1024 },
    };
    const service = await startGateway(dependencies, config.PORT);
    return {
      async stop() {
        await service.stop();
        await bus.close();
        await db.destroy();
        store.close();
      },
    };
  },
);
