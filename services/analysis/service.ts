import { type Implementations, type OpenCapability, openProviders, pictureSources } from '@styling/capability';
import { connectDatabase } from '@styling/database';
import { engineOptionsOf } from '@styling/ondevice/variables.ts';
import {
  deleteExpiredProducts,
  type ProductSearch,
  type ProductSearchConfig,
  type ProductTables,
  productSearch,
} from '@styling/products';
import { type Running, repeat } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import { type AnalysisOperations, analyzeOutfit } from './analyze-outfit.ts';
import type { variables } from './config.ts';
import { hosted } from './hosted-analysis.ts';

export const implementations: Implementations<'analysis', AnalysisOperations> = {
  /** The embedded engine: kinds, colours and patterns are measured, prices come from rules. */
  async ondevice(settings) {
    const { openEngine } = await import('@styling/ondevice');
    const engine = await openEngine({ ...engineOptionsOf(settings), threads: 1 });
    return {
      concurrency: engine.concurrency,
      async analyse({ bytes, field }, { signal, progress }) {
        progress('analysing', 0.05);
        const { items } = await engine.analyse(bytes, { field }, signal);
        return items.map((item) => ({ ...item, search_query: `${item.color} ${item.item}` }));
      },
      models: [],
      close: () => engine.close(),
    };
  },
  replicate: hosted(() => import('@styling/providers/replicate')),
  'openai-images': hosted(() => import('@styling/providers/openai-images')),
  google: hosted(() => import('@styling/providers/google')),
};

/** Opens the service with the configured providers and product search. */
export const openAnalysis: OpenCapability<typeof variables> = async (config, clients) => {
  // No selfies come here.
  const providers = await openProviders('analysis', { ...config, SELFIE_CHECK: 'off' }, clients, implementations);
  const products = connectProductSearch(config, clients);
  const deps = { ...clients, ...pictureSources(config), providers, searchProducts: products.search };
  return { providers, perform: analyzeOutfit(deps), close: products.stop };
};

const CLEANING_INTERVAL_MS = 3_600_000;

/** Product search, cached in the service's own tables. Without API keys it finds nothing and needs no database. */
export function connectProductSearch(
  config: ProductSearchConfig & { readonly DATABASE_URL?: string | undefined },
  { clock, log }: { readonly clock: () => Date; readonly log: Logger },
): Running & { readonly search: ProductSearch } {
  const { DATABASE_URL: url, SERPAPI_KEY, EBAY_CLIENT_ID } = config;
  if (!url || !(SERPAPI_KEY || EBAY_CLIENT_ID)) return { search: async () => [], stop: async () => {} };
  const db = connectDatabase<ProductTables>({ url, schema: 'analysis', log, connections: 5 });
  const cleaning = repeat(
    CLEANING_INTERVAL_MS,
    () => deleteExpiredProducts(db, clock()),
    (error) => log.error({ err: error }, 'deleting expired products failed; will retry'),
  );
  return {
    search: productSearch({ config, cache: db, clock, log }),
    async stop() {
      await cleaning.stop();
      await db.destroy();
    },
  };
}
