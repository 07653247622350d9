import { randomBytes } from 'node:crypto';
import { runReadModel } from '@styling/projections';
import { readConfig } from '@styling/service';
import { variables } from './config.ts';
import { addressRules } from './endpoints/check-address.ts';
import { createKeyring } from './endpoints/sealed-settings.ts';
import { startWebhooks } from './service.ts';

await runReadModel(
  'webhooks',
  () => readConfig(variables, process.env),
  (parts, config) =>
    startWebhooks({
      ...parts,
      random: randomBytes,
      keyring: createKeyring(config.WEBHOOK_ENCRYPTION_KEY, randomBytes),
      rules: addressRules(config.ALLOW_PRIVATE_URLS),
    }),
);
