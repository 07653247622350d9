import { busAccess, connectBus } from '@styling/bus';
import { services } from '@styling/contracts';
import { connectDatabase } from '@styling/database';
import { readConfig, runService } from '@styling/service';
import { variables } from './config.ts';
import { startUsage } from './service.ts';
import type { UsageTables } from './tables.ts';

await runService(
  'usage',
  () => readConfig(variables, process.env),
  async (config, log) => {
    const bus = await connectBus({ ...busAccess(config, 'usage'), log });
    const db = connectDatabase<UsageTables>({
      url: config.DATABASE_URL,
      schema: services.usage.schema,
      log,
      plansOnce: true,
    });
    const service = await startUsage({ bus, db, clock: () => new Date(), log });
    return {
      ...service,
      async stop() {
        await service.stop();
        await bus.close();
        await db.destroy();
      },
    };
  },
);
