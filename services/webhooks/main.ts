import { randomBytes } from 'node:crypto';
import { busAccess, connectBus } from '@styling/bus';
import { services } from '@styling/contracts';
import { connectDatabase } from '@styling/database';
import { readConfig, runService } from '@styling/service';
import { variables } from './config.ts';
import { startDeliveries } from './deliveries.ts';
import { addressRules } from './endpoints/check-address.ts';
import { createKeyring } from './endpoints/keyring.ts';
import { startWebhooks } from './service.ts';
import type { WebhooksTables } from './tables.ts';

await runService(
  'webhooks',
  () => readConfig(variables, process.env),
  async (config, log) => {
    const bus = await connectBus({ ...busAccess(config, 'webhooks'), log });
    const db = connectDatabase<WebhooksTables>({
      url: config.DATABASE_URL,
      schema: services.webhooks.schema,
      log,
      plansOnce: true,
    });
    const keyring = createKeyring(config.WEBHOOK_ENCRYPTION_KEY, randomBytes);
    const rules = addressRules(config.ALLOW_PRIVATE_URLS);
    const shared = { bus, db, clock: () => new Date(), log };
    const deliveries = startDeliveries({ ...shared, random: randomBytes, keyring, rules });
    const service = await startWebhooks({ ...shared, onProjected: deliveries.wake });
    return {
      ...service,
      async stop() {
        await service.stop();
        await deliveries.stop();
        await bus.close();
        await db.destroy();
      },
    };
  },
);
