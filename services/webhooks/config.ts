import { databaseVariables, flag, serviceVariables } from '@styling/service';
import { encryptionKeys } from './endpoints/keyring.ts';

/** Variables of the webhooks service. */
export const variables = serviceVariables.extend(databaseVariables.shape).extend({
  WEBHOOK_ENCRYPTION_KEY: encryptionKeys,
  /** Deliveries to private addresses, by http too: for trials on one machine only. */
  ALLOW_PRIVATE_URLS: flag,
});
