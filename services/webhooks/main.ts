import { randomBytes } from 'node:crypto';
import { anywhere, publicOnly } from '@styling/fetching';
import { runReadModel } from '@styling/projections';
import { variables } from './config.ts';
import { createKeyring } from './sealed-settings.ts';
import { startWebhooks } from './service.ts';

await runReadModel('webhooks', variables, process.env, (parts, config) =>
  startWebhooks({
    ...parts,
    random: randomBytes,
    keyring: createKeyring(config.WEBHOOK_ENCRYPTION_KEY, randomBytes),
    policy: config.ALLOW_PRIVATE_URLS ? anywhere : publicOnly,
  }),
);
