import { type Implementations, type OpenCapability, openProvider, pictureSources } from '@styling/capability';
import { analyzeOutfit } from './analyze-outfit.ts';
import type { variables } from './config.ts';
import { connectProductSearch } from './connect-product-search.ts';
import type { AnalysisOperations } from './provider.ts';
import { replicateProvider } from './replicate-provider.ts';

export const implementations: Implementations<AnalysisOperations> = {
  replicate: replicateProvider,
  ondevice: async (options) => (await import('./ondevice-provider.ts')).ondeviceProvider(options),
};

/** Opens the service with the configured provider and product search. */
export const openAnalysis: OpenCapability<typeof variables> = async (config, clients) => {
  // No selfies come here.
  const provider = await openProvider({ ...config, SELFIE_CHECK: 'off' }, clients, implementations);
  const products = connectProductSearch(config, clients);
  const deps = { ...clients, ...pictureSources(config), provider, searchProducts: products.search };
  return { provider, perform: analyzeOutfit(deps), close: products.stop };
};
