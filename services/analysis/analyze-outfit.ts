import {
  type CapabilityDependencies,
  type ClaimedInput,
  claimInput,
  fetchPicture,
  type Perform,
  type PictureSources,
  storeResult,
  workOf,
} from '@styling/capability';
import {
  type AnalyzeOutfitInput,
  analyzeOutfitInput,
  type IdentifiedItem,
  type OutfitAnalysis,
} from '@styling/contracts';
import type { ProductSearch } from '@styling/products';
import { inSpan } from '@styling/telemetry';
import type { AnalysisProviders, SeenItem } from './provider.ts';

/** Dependencies of the analysis service. */
export type AnalysisDependencies = CapabilityDependencies &
  PictureSources & { readonly providers: AnalysisProviders; readonly searchProducts: ProductSearch };

/** POST /analyze_outfit: identifies the items of the picture, or reuses the result of an earlier delivery. */
export const analyzeOutfit =
  (deps: AnalysisDependencies): Perform =>
  async (request, delivery) => {
    const { store, providers, clock } = deps;
    const { result } = await storeResult(deps, request, delivery, 'application/json', async () => {
      const picture = await givenPicture(deps, await claimInput(store, request, analyzeOutfitInput));
      const work = workOf(request, 'analysis', delivery);
      const { made: seen } = await providers.call('analyse', request, work, (provider, work) =>
        provider.analyse(picture, work),
      );
      const inTime = AbortSignal.any([delivery.signal, until(work.deadline, clock())]);
      work.progress('searching_products', 0.8);
      const items = await inSpan('products.find', {}, () =>
        Promise.all(seen.map((item) => withProducts(item, deps.searchProducts, inTime))),
      );
      return { bytes: Buffer.from(JSON.stringify({ items } satisfies OutfitAnalysis)), approximations: [] };
    });
    return { result, images: [], hasCheckpoints: providers.savesCheckpoints };
  };

/** The picture of a request, which came with it or is fetched, and the field that gave it. @throws as `fetchPicture` */
async function givenPicture(sources: PictureSources, { fields, picture }: ClaimedInput<AnalyzeOutfitInput>) {
  const [sent, address] = ['image_base64', 'image_url'];
  if (fields.image_url === null) return { bytes: picture(sent), field: sent };
  return { bytes: await fetchPicture(sources, fields.image_url, address), field: address };
}

/** Adds matching products to an item; searches until `signal` is aborted. */
const withProducts = async (
  { search_query, ...item }: SeenItem,
  search: ProductSearch,
  signal: AbortSignal,
): Promise<IdentifiedItem> => ({ ...item, products: [...(await search(search_query, signal))] });

const until = (deadline: Date, now: Date): AbortSignal => {
  const left = deadline.getTime() - now.getTime();
  return left > 0 ? AbortSignal.timeout(left) : AbortSignal.abort();
};
