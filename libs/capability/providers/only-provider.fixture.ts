import { everyCategory, limits } from '@styling/contracts';
import type { Provider, RoutingDependencies } from './provider.ts';
import { createProviders, type Providers } from './providers.ts';

/** One given provider of a test: it can do everything and costs nothing, unless it declares otherwise. */
export function onlyProvider<Port>(
  provider: Port & Pick<Provider, 'name'> & Partial<Provider>,
  deps: RoutingDependencies,
): Providers<Port> {
  const unlimited: Omit<Provider, 'name'> = {
    abilities: {
      references: limits.garments,
      text: true,
      seed: true,
      mask: true,
      cancellable: true,
      resumable: false,
      categories: everyCategory,
    },
    isPaid: false,
    models: [],
    concurrency: 1,
    savesCheckpoints: false,
    close: async () => {},
  };
  return createProviders<Port>([{ ...unlimited, ...provider }], deps);
}
