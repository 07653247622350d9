import { busAccess, connectBus } from '@styling/bus';
import { services } from '@styling/contracts';
import { connectDatabase } from '@styling/database';
import { readConfig, runService } from '@styling/service';
import { variables } from './config.ts';
import { startWebhooks } from './service.ts';
import type { WebhooksTables } from './tables.ts';

await runService(
  'webhooks',
  () => readConfig(variables, process.env),
  async (config, log) => {
    const bus = await connectBus({ ...busAccess(config, 'webhooks'), log });
    const db = connectDatabase<WebhooksTables>({ url: config.DATABASE_URL, schema: services.webhooks.schema, log });
    const service = await startWebhooks({ bus, db, clock: () => new Date(), log });
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
