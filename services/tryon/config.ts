import { capabilityVariables } from '@styling/capability';
import { ondeviceVariables } from '@styling/ondevice/variables.ts';
import { providerOf, replicateVariables } from '@styling/replicate';
import { flag, objectStoreVariables, positiveInteger, readConfig, serviceVariables } from '@styling/service';
import { z } from 'zod';

/** Variables of the tryon service. */
export const variables = z.object({
  ...serviceVariables.shape,
  ...objectStoreVariables.shape,
  ...capabilityVariables.shape,
  ...replicateVariables.shape,
  ...ondeviceVariables.shape,
  IMAGE_STORE_URL: z.url(),
  TEMPORARY_IMAGE_TTL_SECONDS: positiveInteger.default(86_400),
  ALLOW_PRIVATE_URLS: flag,
});

/** The variables, and the provider derived from them. */
export type TryOnConfig = ReturnType<typeof readEnvironment>;

/** @throws ConfigError */
export function readEnvironment(environment: Readonly<Record<string, string | undefined>>) {
  const config = readConfig(variables, environment);
  return { ...config, provider: providerOf(config) };
}
