export {
  type Advice,
  type AdviceApproximation,
  type AdviceWish,
  adviseOutfits,
  type WearableAdvice,
} from './advice/advise-outfits.ts';
export type { OutfitAnalysis } from './analysis/analyse-outfit.ts';
export type * from './analysis/appearance.ts';
export type { AnalysedItem } from './analysis/describe-item.ts';
export * from './engine.ts';
export type { Approximation } from './garment/approximation.ts';
export type { GarmentOrder } from './order/garment-order.ts';
export type { TryOnPicture, TryOnRequest } from './try-on.ts';
