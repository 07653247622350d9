import { busAccess, connectBus } from '@styling/bus';
import { services } from '@styling/contracts';
import { connectDatabase } from '@styling/database';
import { connectObjectStore } from '@styling/objectstore';
import { readConfig, runService } from '@styling/service';
import { variables } from './config.ts';
import { startImages } from './service.ts';
import type { ImagesTables } from './tables.ts';

await runService(
  'images',
  () => readConfig(variables, process.env),
  async (config, log) => {
    const bus = await connectBus({ ...busAccess(config, 'images'), log });
    const db = connectDatabase<ImagesTables>({
      url: config.DATABASE_URL,
      schema: services.images.schema,
      log,
      plansOnce: true,
    });
    const store = connectObjectStore(config);
    const service = await startImages({ bus, db, store, clock: () => new Date(), log });
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
