import { type Implementations, type OpenCapability, openProviders, pictureSources } from '@styling/capability';
import { analyzeOutfit } from './analyze-outfit.ts';
import type { variables } from './config.ts';
import { connectProductSearch } from './connect-product-search.ts';
import { hosted } from './hosted-analysis.ts';
import type { AnalysisOperations } from './provider.ts';

export const implementations: Implementations<'analysis', AnalysisOperations> = {
  ondevice: () => import('./ondevice-provider.ts'),
  replicate: () => import('@styling/providers/replicate').then(hosted),
  'openai-images': () => import('@styling/providers/openai-images').then(hosted),
};

/** Opens the service with the configured providers and product search. */
export const openAnalysis: OpenCapability<typeof variables> = async (config, clients) => {
  // No selfies come here.
  const providers = await openProviders('analysis', { ...config, SELFIE_CHECK: 'off' }, clients, implementations);
  const products = connectProductSearch(config, clients);
  const deps = { ...clients, ...pictureSources(config), providers, searchProducts: products.search };
  return { providers, perform: analyzeOutfit(deps), close: products.stop };
};
