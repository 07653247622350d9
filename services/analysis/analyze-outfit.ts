import {
  type CapabilityDependencies,
  callProvider,
  claimInput,
  fetchPicture,
  isRedelivery,
  type Perform,
  type PictureSources,
  workOf,
} from '@styling/capability';
import { analyzeOutfitInput, type OutfitAnalysis } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import type { ProductSearch } from '@styling/products';
import { inSpan } from '@styling/telemetry';
import type { AnalysisProvider } from './provider.ts';
import { withProducts } from './with-products.ts';

/** Dependencies of the analysis service. */
export type AnalysisDependencies = CapabilityDependencies &
  PictureSources & { readonly provider: AnalysisProvider; readonly searchProducts: ProductSearch };

const FIELD = 'image_url';
const MIME_TYPE = 'application/json';

/** POST /analyze_outfit: identifies the items of the picture, or reuses the result of an earlier delivery. */
export const analyzeOutfit =
  (deps: AnalysisDependencies): Perform =>
  async (request, delivery) => {
    const { store, provider, clock } = deps;
    const object = objectNames.result(request);
    const made = isRedelivery(delivery) && (await store.head(object)) !== null;
    if (!made) {
      const { fields } = await claimInput(store, request, analyzeOutfitInput);
      const picture = { bytes: await fetchPicture(deps, fields.image_url, FIELD), field: FIELD };
      const work = workOf(request, 'analysis', delivery.signal);
      const seen = await callProvider('analyse', provider, () => provider.analyse(picture, work));
      const inTime = AbortSignal.any([delivery.signal, until(work.deadline, clock())]);
      const items = await inSpan('products.find', {}, () => withProducts(seen, deps.searchProducts, inTime));
      const result: OutfitAnalysis = { items };
      await store.put(object, Buffer.from(JSON.stringify(result)), MIME_TYPE);
    }
    const result = { object, mime_type: MIME_TYPE, image_id: null };
    return { result, images: [], hasCheckpoints: provider.savesCheckpoints };
  };

const until = (deadline: Date, now: Date): AbortSignal => {
  const left = deadline.getTime() - now.getTime();
  return left > 0 ? AbortSignal.timeout(left) : AbortSignal.abort();
};
