import { everyCategory, type GarmentCategory } from '@styling/contracts';
import type { PictureOrder } from '../frame/index.ts';
import type { FashnConfig } from './variables.ts';

/** A model of the vendor: https://docs.fashn.ai/api-reference, read November 2026. */
export type FashnModel = {
  readonly categories: readonly GarmentCategory[];
  /** Credits of a picture, where a reply does not say. */
  readonly credits: number;
  /** Whether it can change the scene by the prompt. */
  readonly hasPrompt: boolean;
  readonly inputs: (
    order: Pick<PictureOrder, 'scenePrompt' | 'category' | 'seed'>,
    person: string,
    garment: string,
  ) => object;
};

const CATEGORIES: Partial<Record<GarmentCategory, string>> = {
  top: 'tops',
  outerwear: 'tops',
  bottom: 'bottoms',
  dress: 'one-pieces',
};
const OUTPUT = { output_format: 'jpeg', return_base64: true };

export const fashnModels: Readonly<Record<FashnConfig['FASHN_MODEL'], FashnModel>> = {
  'tryon-v1.6': {
    categories: ['auto', 'top', 'bottom', 'dress', 'outerwear'],
    credits: 1,
    hasPrompt: false,
    inputs: ({ category = 'auto', seed }, model_image, garment_image) => ({
      model_image,
      garment_image,
      category: CATEGORIES[category] ?? 'auto',
      ...(seed !== undefined && { seed }),
      ...OUTPUT,
    }),
  },
  'tryon-max': {
    categories: everyCategory,
    credits: 4,
    hasPrompt: true,
    inputs: ({ scenePrompt, seed }, model_image, product_image) => ({
      model_image,
      product_image,
      ...(scenePrompt && { prompt: scenePrompt }),
      ...(seed !== undefined && { seed }),
      ...OUTPUT,
    }),
  },
};
