import { type Accepted, type ClaimedInput, claimInput, fetchPicture, type PictureSources } from '@styling/capability';
import {
  type GarmentInput,
  type GenerateImageInput,
  generateImageInput,
  type TryOnInput,
  tryOnInput,
} from '@styling/contracts';
import type { OrderedGarment, Scene, TryOnOrder } from './provider.ts';

/**
 * Loads a try-on's input and fetches reference pictures; a picture takes precedence over a URL (spec, "POST
 * /try_on_outfit"). @throws InputGoneError; ServiceError about the field with an unusable URL
 */
export async function readTryOnOrder(sources: PictureSources, request: Accepted) {
  const { fields, picture } = await claimInput(sources.store, request, tryOnInput);
  const { mode, store_image: persistent, selfie_field: selfieField, seed, variants, garments: listed } = fields;
  const garments =
    listed.length > 0
      ? listed.map((garment, index) => loaded(sources, garment, `garments.${index}.`, picture))
      : [loaded(sources, described(fields, fields.has_outfit), CLOTHING, picture)];
  const order = { garments: await Promise.all(garments), selfie: picture('selfie_base64'), scene: SCENES[mode] };
  return { order, selfieField, seed, variants, persistent };
}

/** {@link readTryOnOrder} for POST /generate_image. */
export async function readGenerateOrder(sources: PictureSources, request: Accepted) {
  const { fields, picture } = await claimInput(sources.store, request, generateImageInput);
  const garment = await loaded(sources, described(fields, false), CLOTHING, picture);
  const order: TryOnOrder = { selfie: picture('selfie_base64'), garments: [garment], scene: SCENES[fields.mode] };
  return { order, selfieField: fields.selfie_field };
}

/** What the fields of the only garment begin with. */
const CLOTHING = 'clothing_';

const described = (
  { clothing_description, clothing_image_url }: Pick<TryOnInput, 'clothing_description' | 'clothing_image_url'>,
  has_outfit: boolean,
): GarmentInput => ({
  description: clothing_description,
  category: 'auto',
  image_url: clothing_image_url,
  picture: has_outfit ? 'outfit_base64' : null,
});

async function loaded(
  sources: PictureSources,
  { description, category, image_url, picture: sent }: GarmentInput,
  prefix: string,
  picture: ClaimedInput<unknown>['picture'],
): Promise<OrderedGarment> {
  const field = sent ?? `${prefix}image_url`;
  const bytes = sent ? picture(sent) : image_url !== null && (await fetchPicture(sources, image_url, field));
  return { description, category, field: `${prefix}description`, ...(bytes && { reference: { bytes, field } }) };
}

const SCENES: Readonly<Record<TryOnInput['mode'] | GenerateImageInput['mode'], Scene>> = {
  model_shot: 'studio',
  studio: 'studio',
  reference_environment: 'reference',
  environment: 'setting',
};
