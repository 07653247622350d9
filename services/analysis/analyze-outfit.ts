import {
  type Accepted,
  type CapabilityDependencies,
  type ClaimedInput,
  claimInput,
  type Delivery,
  fetchPicture,
  type Perform,
  type PictureSources,
  type Providers,
  type StoredResult,
  storedResult,
  storeResult,
  type Work,
  workOf,
} from '@styling/capability';
import {
  type AnalyzeOutfitInput,
  analyzeOutfitInput,
  type IdentifiedItem,
  type OutfitAnalysis,
} from '@styling/contracts';
import type { ProductSearch } from '@styling/products';
import type { SourcePicture } from '@styling/providers';
import { inSpan } from '@styling/telemetry';

export type SeenItem = Omit<IdentifiedItem, 'products'> & { readonly search_query: string };

/** Port for clothing analysis. Errors in the picture are ServiceErrors of status 4xx that name its field. */
export type AnalysisOperations = { analyse(picture: SourcePicture, work: Work): Promise<readonly SeenItem[]> };

export type AnalysisDependencies = CapabilityDependencies &
  PictureSources & { readonly providers: Providers<AnalysisOperations>; readonly searchProducts: ProductSearch };

/** POST /analyze_outfit: identifies the items of the picture, or reuses the result of an earlier delivery. */
export const analyzeOutfit =
  (deps: AnalysisDependencies): Perform =>
  async (request, delivery) => {
    const stored = await storedResult(deps.store, request, delivery);
    const { result } = stored ?? (await analyze(deps, request, delivery));
    return { result, images: [], hasCheckpoints: deps.providers.savesCheckpoints };
  };

async function analyze(deps: AnalysisDependencies, request: Accepted, delivery: Delivery): Promise<StoredResult> {
  const { store, providers, clock, searchProducts } = deps;
  const picture = await givenPicture(deps, await claimInput(store, request, analyzeOutfitInput));
  const work = workOf(request, 'analysis', delivery);
  const { made: seen } = await providers.call('analyse', request, work, (provider, work) =>
    provider.analyse(picture, work),
  );
  const inTime = AbortSignal.any([delivery.signal, until(work.deadline, clock())]);
  work.progress('searching_products', 0.8);
  const items = await inSpan('products.find', {}, () =>
    Promise.all(seen.map((item) => withProducts(item, searchProducts, inTime))),
  );
  const analysis: OutfitAnalysis = { items };
  return storeResult(store, request, 'application/json', Buffer.from(JSON.stringify(analysis)));
}

async function givenPicture(sources: PictureSources, { fields, picture }: ClaimedInput<AnalyzeOutfitInput>) {
  const [sent, address] = ['image_base64', 'image_url'];
  if (fields.image_url === null) return { bytes: picture(sent), field: sent };
  return { bytes: await fetchPicture(sources, fields.image_url, address), field: address };
}

const withProducts = async (
  { search_query, ...item }: SeenItem,
  search: ProductSearch,
  signal: AbortSignal,
): Promise<IdentifiedItem> => ({ ...item, products: [...(await search(search_query, signal))] });

const until = (deadline: Date, now: Date): AbortSignal => {
  const left = deadline.getTime() - now.getTime();
  return left > 0 ? AbortSignal.timeout(left) : AbortSignal.abort();
};
