import { randomBytes } from 'node:crypto';
import { busAccess, connectBus } from '@styling/bus';
import { connectDatabase } from '@styling/database';
import { connectObjectStore } from '@styling/objectstore';
import { prepareSite } from '@styling/portal';
import { readConfig, runService } from '@styling/service';
import root from '../../package.json' with { type: 'json' };
import { settingsOf, variables } from './config.ts';
import { startGateway } from './service.ts';

/** After everything that starts at the same time on this machine is ready. */
const PREPARE_SITE_AFTER_MS = 2_000;

await runService(
  'gateway',
  () => readConfig(variables, process.env),
  async (config, log) => {
    const bus = await connectBus({ ...busAccess(config, 'gateway'), log });
    const db = connectDatabase({ url: config.DATABASE_URL, schema: 'gateway', log, plansOnce: true });
    const store = connectObjectStore(config);
    const name = `gateway-${randomBytes(6).toString('hex')}`;
    const clients = { name, bus, db, store, log, clock: () => new Date(), random: randomBytes };
    const gateway = { ...clients, ...settingsOf(config), version: root.version };
    const service = await startGateway(gateway, config.PORT, config.LISTEN_HOST);
    setTimeout(
      () => prepareSite().catch((error) => log.error({ err: error }, 'preparing the portal failed; will retry')),
      PREPARE_SITE_AFTER_MS,
    ).unref();
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
