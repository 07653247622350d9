import {
  type CapabilityDependencies,
  claimInput,
  fetchPicture,
  type Perform,
  type PictureSources,
} from '@styling/capability';
import { type AnalyzeOutfitResponse, analyzeOutfitInput } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import { inSpan } from '@styling/telemetry';
import type { AnalysisProvider } from './provider.ts';

/** What the analysis service works with. */
export type AnalysisDependencies = CapabilityDependencies & PictureSources & { readonly provider: AnalysisProvider };

const FIELD = 'image_url';
const MIME_TYPE = 'application/json';

/** POST /analyze_outfit: names the items of the picture, or finds them named by an earlier delivery. */
export const analyzeOutfit =
  (deps: AnalysisDependencies): Perform =>
  async (request, signal) => {
    const { store, provider } = deps;
    const object = objectNames.result(request.request_id);
    if (!(await store.head(object))) {
      const { image_url } = await claimInput(store, request, analyzeOutfitInput);
      const image = await fetchPicture(deps, image_url, FIELD);
      const seen = await inSpan(`analyse ${provider.name}`, {}, () => provider.analyse(image, FIELD, signal));
      const result: AnalyzeOutfitResponse = { items: seen.map((item) => ({ ...item, products: [] })) };
      await store.put(object, Buffer.from(JSON.stringify(result)), MIME_TYPE);
    }
    return { result: { object, mime_type: MIME_TYPE, image_id: null }, images: [] };
  };
