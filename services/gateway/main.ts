import { randomBytes } from 'node:crypto';
import { busAccess, connectBus } from '@styling/bus';
import { connectDatabase } from '@styling/database';
import { connectObjectStore } from '@styling/objectstore';
import { readConfig, runService } from '@styling/service';
import root from '../../package.json' with { type: 'json' };
import { settingsOf, variables } from './config.ts';
import { startGateway } from './service.ts';
import type { GatewayTables } from './tables.ts';

await runService(
  'gateway',
  () => readConfig(variables, process.env),
  async (config, log) => {
    const bus = await connectBus({ ...busAccess(config, 'gateway'), log });
    const db = connectDatabase<GatewayTables>({ url: config.DATABASE_URL, schema: 'gateway', log, plansOnce: true });
    const store = connectObjectStore(config);
    const name = `gateway-${randomBytes(6).toString('hex')}`;
    const clients = { name, bus, db, store, log, clock: () => new Date(), random: randomBytes };
    const gateway = { ...clients, ...settingsOf(config), version: root.version };
    const service = await startGateway(gateway, config.PORT, config.LISTEN_HOST);
    return {
      ...service,
      async stop() {
        await service.stop();
        await bus.close();
        await db.destroy();
        store.close();
      },
    };
  },
);
