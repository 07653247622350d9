import { everyCategory, limits } from '@styling/contracts';
import type { Provider } from './provider.ts';
import { createProviders, type Providers, type RoutingDependencies } from './providers.ts';

/** One provider that is not configured but given, e.g. by a test: it can do everything and costs nothing, unless it declares otherwise. */
export const onlyProvider = <Port>(
  provider: Port & Pick<Provider, 'name'> & Partial<Provider>,
  deps: RoutingDependencies,
): Providers<Port> => createProviders([{ provider: { ...UNLIMITED, ...provider } }], deps);

const UNLIMITED: Omit<Provider, 'name'> = {
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
