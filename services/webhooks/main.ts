import { randomBytes } from 'node:crypto';
import { runReadModel } from '@styling/projections';
import { readConfig } from '@styling/service';
import { variables } from './config.ts';
import { startDeliveries } from './deliveries.ts';
import { addressRules } from './endpoints/check-address.ts';
import { createKeyring } from './endpoints/keyring.ts';
import { startWebhooks } from './service.ts';

await runReadModel(
  'webhooks',
  () => readConfig(variables, process.env),
  async (parts, config) => {
    const keyring = createKeyring(config.WEBHOOK_ENCRYPTION_KEY, randomBytes);
    const rules = addressRules(config.ALLOW_PRIVATE_URLS);
    const deliveries = startDeliveries({ ...parts, random: randomBytes, keyring, rules });
    const service = await startWebhooks({ ...parts, onProjected: deliveries.wake });
    return {
      ...service,
      async stop() {
        await service.stop();
        await deliveries.stop();
      },
    };
  },
);
