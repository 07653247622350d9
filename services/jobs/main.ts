import { busAccess, connectBus } from '@styling/bus';
import { services } from '@styling/contracts';
import { connectDatabase } from '@styling/database';
import { readConfig, runService } from '@styling/service';
import { variables } from './config.ts';
import { startJobs } from './service.ts';
import type { JobsTables } from './tables.ts';

await runService(
  'jobs',
  () => readConfig(variables, process.env),
  async (config, log) => {
    const bus = await connectBus({ ...busAccess(config, 'jobs'), log });
    const db = connectDatabase<JobsTables>({
      url: config.DATABASE_URL,
      schema: services.jobs.schema,
      log,
      plansOnce: true,
    });
    const service = await startJobs({ bus, db, clock: () => new Date(), log });
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
