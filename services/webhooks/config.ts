import { readModelVariables } from '@styling/projections';
import { flag } from '@styling/service';
import { encryptionKeys } from './sealed-settings.ts';

export const variables = readModelVariables.extend({
  WEBHOOK_ENCRYPTION_KEY: encryptionKeys.describe(
    '32 bytes in base64 that encrypt webhooks; several with commas: the first encrypts, all decrypt ([rotation](runbook.md#rotate-keys)). The local stack makes one in `.local/webhook-encryption-key`',
  ),
  ALLOW_PRIVATE_URLS: flag.describe(
    '`1`: events are sent to private addresses, over http too; only for trials on one machine',
  ),
});
