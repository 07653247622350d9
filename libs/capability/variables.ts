import { objectStoreVariables, positiveInteger, readConfig, serviceVariables } from '@styling/service';
import { z } from 'zod';
import {
  type ProviderName,
  providerNames,
  providers,
  ROUTES_FORM,
  type Route,
  routesFrom,
  type SettingsOf,
} from './providers/declared.ts';

/**
 * A job may take minutes, its heartbeats come every third of this. A request that takes every worker with it is given up
 * at its eleventh delivery: at this pace that is before its client is answered 504.
 */
export const DEFAULT_ACK_WAIT_SECONDS = 10;

/** Variables of every capability; those of providers come on top, see {@link readCapabilityConfig}. */
export const capabilityVariables = z.object({
  ...serviceVariables.shape,
  ...objectStoreVariables.shape,
  STYLING_PROVIDER: z
    .string()
    .transform((text, { addIssue }) => {
      const routes = routesFrom(text);
      if (!routes) addIssue(ROUTES_FORM);
      return routes ?? [];
    })
    .optional()
    .describe(
      '[provider](models.md) of the models, or several that stand in for each other: `replicate,ondevice`, by weight `replicate:3,ondevice:1`. Default: `replicate` with a token, else `ondevice`',
    ),
  SELFIE_CHECK: z
    .enum(['ondevice', 'off'])
    .default('ondevice')
    .describe('`off`: selfies are not checked by the embedded detectors (0.1 s) before a hosted model is called'),
  ACK_WAIT_SECONDS: positiveInteger
    .default(DEFAULT_ACK_WAIT_SECONDS)
    .describe('after which another worker takes over the job of one that stopped responding; the same in all replicas'),
});

/** `TEMPORARY_IMAGE_TTL_SECONDS` of the services that store images. */
export const temporaryImageLifetime = positiveInteger
  .default(86_400)
  .describe('lifetime of an image that is not stored permanently');

/** All variables of all providers, whichever are named. */
export const providerVariables: Readonly<Record<string, z.ZodType>> = Object.assign(
  {},
  ...providerNames.map((name) => providers[name].variables.shape),
);

/** The settings of the providers that are named. */
export type ProviderSettings = { readonly [Name in ProviderName]?: SettingsOf<Name> };

/** The variables of a capability, its providers in order, and their settings. */
export type CapabilityConfig<Schema extends typeof capabilityVariables = typeof capabilityVariables> = Readonly<
  z.output<Schema>
> & { readonly routes: readonly Route[]; readonly settings: ProviderSettings };

/**
 * Reads the variables of a capability and of the providers that STYLING_PROVIDER names: by default `replicate` if there is a
 * token, else `ondevice`. The embedded engine's are read where it checks selfies, too.
 *
 * @throws ConfigError
 */
export function readCapabilityConfig<Schema extends typeof capabilityVariables>(
  variables: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): CapabilityConfig<Schema> {
  const config = readConfig(variables, environment);
  const routes: readonly Route[] = config.STYLING_PROVIDER ?? [
    { name: environment.REPLICATE_API_TOKEN ? 'replicate' : 'ondevice' },
  ];
  const read = new Set<ProviderName>(routes.map(({ name }) => name));
  if (config.SELFIE_CHECK === 'ondevice') read.add('ondevice');
  const settings = Object.fromEntries(
    [...read].map((name) => [name, readConfig(providers[name].variables, environment)]),
  );
  return { ...config, routes, settings };
}
