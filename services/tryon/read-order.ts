import { type ClaimedInput, claimInput, fetchPicture, type PictureSources } from '@styling/capability';
import {
  type GarmentInput,
  type GenerateImageInput,
  generateImageInput,
  type RequestAccepted,
  type TryOnInput,
  tryOnInput,
} from '@styling/contracts';
import type { OrderedGarment, Scene, TryOnOrder } from './provider.ts';

/**
 * Loads a try-on's input and fetches reference pictures; a picture takes precedence over a URL (spec, "POST
 * /try_on_outfit"). @throws InputGoneError; ServiceError about the field with an unusable URL
 */
export async function readTryOnOrder(sources: PictureSources, request: RequestAccepted['data']) {
  const { fields, picture } = await claimInput(sources.store, request, tryOnInput);
  const { mode, store_image: persistent, selfie_field: selfieField, seed, variants } = fields;
  const garments =
    fields.garments.length > 0
      ? await Promise.all(fields.garments.map(listedGarment(sources, picture)))
      : [await describedGarment(sources, fields, picture)];
  const order: TryOnOrder = { selfie: picture('selfie_base64'), garments, scene: SCENES[mode] };
  return { order, selfieField, seed, variants, persistent };
}

/** {@link readTryOnOrder} for POST /generate_image. */
export async function readGenerateOrder(sources: PictureSources, request: RequestAccepted['data']) {
  const { fields, picture } = await claimInput(sources.store, request, generateImageInput);
  const garment = await describedGarment(sources, { ...fields, has_outfit: false }, picture);
  const order: TryOnOrder = { selfie: picture('selfie_base64'), garments: [garment], scene: SCENES[fields.mode] };
  return { order, selfieField: fields.selfie_field };
}

type Pictures = ClaimedInput<unknown>['picture'];

async function describedGarment(
  sources: PictureSources,
  fields: Pick<TryOnInput, 'clothing_description' | 'clothing_image_url' | 'has_outfit'>,
  picture: Pictures,
): Promise<OrderedGarment> {
  const reference = fields.has_outfit
    ? { bytes: picture('outfit_base64'), field: 'outfit_base64' }
    : await fetchReference(sources, fields.clothing_image_url, 'clothing_image_url');
  const description = fields.clothing_description;
  return { description, category: 'auto', field: 'clothing_description', ...(reference && { reference }) };
}

const listedGarment =
  (sources: PictureSources, picture: Pictures) =>
  async (
    { description, category, image_url, picture: field }: GarmentInput,
    index: number,
  ): Promise<OrderedGarment> => {
    const reference = field
      ? { bytes: picture(field), field }
      : await fetchReference(sources, image_url, `garments.${index}.image_url`);
    return { description, category, field: `garments.${index}.description`, ...(reference && { reference }) };
  };

const fetchReference = async (sources: PictureSources, url: string | null, field: string) =>
  url === null ? undefined : { bytes: await fetchPicture(sources, url, field), field };

const SCENES: Readonly<Record<TryOnInput['mode'] | GenerateImageInput['mode'], Scene>> = {
  model_shot: 'studio',
  studio: 'studio',
  reference_environment: 'reference',
  environment: 'setting',
};
