import { capabilityVariables } from '@styling/capability';
import { ondeviceVariables } from '@styling/ondevice/variables.ts';
import { missingForProducts, productSearchVariables } from '@styling/products';
import { providerOf, replicateVariables } from '@styling/replicate';
import { databaseVariables, flag, objectStoreVariables, readConfig, serviceVariables } from '@styling/service';
import { z } from 'zod';

/** Variables of the analysis service. It needs a database only for product search. */
export const variables = z
  .object({
    ...serviceVariables.shape,
    ...objectStoreVariables.shape,
    ...databaseVariables.partial().shape,
    ...capabilityVariables.shape,
    ...replicateVariables.shape,
    ...ondeviceVariables.shape,
    ...productSearchVariables.shape,
    IMAGE_STORE_URL: z.url(),
    ALLOW_PRIVATE_URLS: flag,
  })
  .superRefine((config, { addIssue }) => {
    for (const name of missingForProducts(config)) {
      addIssue({ code: 'custom', path: [name], message: 'is required for product search' });
    }
  });

/** The variables, and the provider derived from them. */
export type AnalysisConfig = ReturnType<typeof readEnvironment>;

/** @throws ConfigError */
export function readEnvironment(environment: Readonly<Record<string, string | undefined>>) {
  const config = readConfig(variables, environment);
  return { ...config, provider: providerOf(config) };
}
