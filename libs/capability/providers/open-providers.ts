import type { Capability } from '@styling/contracts';
import { engineOptionsOf } from '@styling/ondevice/variables.ts';
import { ConfigError } from '@styling/service';
import type { CapabilityConfig } from '../run.ts';
import { providerOf, type Route } from './declared.ts';
import type { Implementations, Open, OpeningDependencies, Provider, RoutingDependencies } from './provider.ts';
import { createProviders, type Providers } from './providers.ts';

/** Opens those of the configured providers that do the capability. @throws ConfigError if there is none */
export async function openProviders<Of extends Capability, Port>(
  capability: Of,
  config: CapabilityConfig,
  deps: RoutingDependencies,
  implementations: Implementations<Of, Port>,
): Promise<Providers<Port>> {
  const routes = config.routes.filter(({ name }) => providerOf(name).does.includes(capability));
  if (routes.length === 0) {
    throw new ConfigError(
      `STYLING_PROVIDER: none of the providers does ${capability}; add one that does, e.g. ondevice`,
    );
  }
  const isChecked = config.SELFIE_CHECK === 'ondevice' && routes.some(({ name }) => !providerOf(name).judgesSelfies);
  const selfies = isChecked ? await openSelfieCheck(config) : undefined;
  const opening: OpeningDependencies = {
    ...deps,
    s3Endpoint: config.S3_ENDPOINT,
    checkSelfie: selfies?.checkSelfie ?? (async () => false),
    ...(selfies && { judgePicture: selfies.judgePicture }),
  };
  const open = async ({ name, weight }: Route): Promise<Provider & Port> => {
    const { abilities, isPaid, savesCheckpoints } = providerOf(name);
    const openIt = implementations[name as keyof typeof implementations] as Open<never, Port>;
    const opened = await openIt(config.settings[name] as never, opening);
    return { isPaid, savesCheckpoints, ...opened, name, weight, abilities: { ...abilities, ...opened.abilities } };
  };
  return createProviders(await Promise.all(routes.map(open)), deps, selfies?.close);
}

/** Opens the embedded detectors in one thread: a tenth of a second a selfie. */
async function openSelfieCheck({ settings }: CapabilityConfig) {
  const { openEngine } = await import('@styling/ondevice');
  return openEngine({ ...(settings.ondevice && engineOptionsOf(settings.ondevice)), threads: 1 });
}
