import { answerQueries, busAccess, connectBus } from '@styling/bus';
import { type Capability, describeProviders } from '@styling/contracts';
import { connectObjectStore } from '@styling/objectstore';
import { objectStoreVariables, positiveInteger, readConfig, runService, serviceVariables } from '@styling/service';
import { z } from 'zod';
import { type ProviderName, providers, type Route, routeList, type SettingsOf } from './providers/declared.ts';
import type { Providers } from './providers/providers.ts';
import { serveCapability } from './serve.ts';
import { type CapabilityDependencies, DEFAULT_ACK_WAIT_SECONDS, type Perform } from './work.ts';

/** Variables of every capability; those of providers come on top, see {@link readCapabilityConfig}. */
export const capabilityVariables = z.object({
  ...serviceVariables.shape,
  ...objectStoreVariables.shape,
  STYLING_PROVIDER: routeList
    .optional()
    .describe(
      '[provider](models.md) of the models, or several that stand in for each other: `replicate,ondevice`, by weight `replicate:3,ondevice:1`. Default: `replicate` with a token, else `ondevice`',
    ),
  SELFIE_CHECK: z
    .enum(['ondevice', 'off'])
    .default('ondevice')
    .describe(
      '`off`: the embedded detectors look neither at selfies for hosted models nor at their pictures (0.1 s each)',
    ),
  ACK_WAIT_SECONDS: positiveInteger
    .default(DEFAULT_ACK_WAIT_SECONDS)
    .describe('after which another worker takes over the job of one that stopped responding; the same in all replicas'),
});

export const temporaryImageLifetime = positiveInteger
  .default(86_400)
  .describe('lifetime of an image that is not stored permanently');

export type CapabilityConfig<Schema extends typeof capabilityVariables = typeof capabilityVariables> = Readonly<
  z.output<Schema>
> & { readonly routes: readonly Route[]; readonly settings: { readonly [Name in ProviderName]?: SettingsOf<Name> } };

/**
 * Reads the variables of a capability and its providers: by default `replicate` with a token, else `ondevice`; the
 * embedded engine's also where it checks selfies. @throws ConfigError
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

/** Delay before the first provider is warmed, in ms: services that start beside this one are not held up. */
const WARM_AFTER_MS = 3_000;

/** Opens a capability; `close` ends what it opened besides its providers. */
export type OpenCapability<Schema extends typeof capabilityVariables> = (
  config: CapabilityConfig<Schema>,
  clients: CapabilityDependencies,
) => Promise<{
  readonly providers: Pick<Providers<unknown>, 'all' | 'concurrency' | 'details' | 'close'>;
  readonly perform: Perform;
  close?(): Promise<void>;
}>;

/** Runs a capability's process (see `runService`): connects to bus and object store, opens it and serves its requests. */
export const runCapability = <Schema extends typeof capabilityVariables>(
  name: Capability,
  variables: Schema,
  environment: Readonly<Record<string, string | undefined>>,
  open: OpenCapability<Schema>,
): Promise<void> =>
  runService(
    name,
    () => readCapabilityConfig(variables, environment),
    async (config, log) => {
      const bus = await connectBus({ ...busAccess(config, name), log });
      const store = connectObjectStore(config);
      const clients = { bus, store, log, clock: () => new Date(), ackWaitMs: config.ACK_WAIT_SECONDS * 1000 };
      const { providers, perform, close } = await open(config, clients);
      const described = providers.all.map(({ name, models, abilities }) => ({ name, models: [...models], abilities }));
      const describe = async () => ({ providers: described });
      const answers = answerQueries(bus, describeProviders[name], describe, { queue: name, log });
      const service = await serveCapability(clients, name, providers.concurrency, perform);
      setTimeout(() => providers.all[0]?.warm?.(), WARM_AFTER_MS).unref();
      return {
        details: providers.details,
        needs: service.needs,
        async stop() {
          await answers.stop();
          await service.stop();
          await close?.();
          await providers.close();
          await bus.close();
          store.close();
        },
      };
    },
  );
