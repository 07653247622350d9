import type * as api from './generated/types.gen.ts';
import { addressOf, base64Of, type Picture, type PictureSource, pictureBytes } from './picture.ts';

/** An uploaded picture, e.g. what `client.assets.upload` returned. */
export type AssetName = { readonly asset_id: string };
/** An image that the service made, e.g. what `client.tryOn` returned. */
export type ImageName = { readonly image_id: string };
/** The person: a picture, an uploaded one, or an image of an earlier request, to dress it further. */
export type Selfie = Picture | AssetName | ImageName;

type SelfieFields = Pick<api.StyleMeRequest, 'selfie_base64' | 'selfie_asset_id' | 'selfie_image_id'>;

/** A garment: a description, a picture, or both. A picture at an address is fetched by the service. */
export type GarmentOrder = Pick<api.Garment, 'description' | 'category'> & { readonly picture?: Picture | AssetName };

/** What is to be worn: see the fields of `POST /try_on_outfit`. */
export type TryOnOrder = Omit<
  api.TryOnOutfitRequest,
  keyof SelfieFields | 'clothing_description' | 'clothing_image_url' | 'outfit_base64' | 'garments' | 'mode'
> & {
  readonly selfie: Selfie;
  /** One to six, worn together; a string is a description. */
  readonly garments: string | GarmentOrder | readonly (string | GarmentOrder)[];
  /** Default: `model_shot`, a white studio. */
  readonly mode?: api.TryOnOutfitRequest['mode'];
};

/** What is to be worn, for an image in the response: see the fields of `POST /generate_image`. */
export type GenerateImageOrder = Omit<api.GenerateImageRequest, keyof SelfieFields | 'mode'> & {
  readonly selfie: Selfie;
  /** Default: `studio`, a white background. */
  readonly mode?: api.GenerateImageRequest['mode'];
};

/** Who wants outfits for what: see the fields of `POST /style_me`. */
export type StyleMeOrder = Omit<api.StyleMeRequest, keyof SelfieFields> & { readonly selfie: Selfie };

/** @throws PictureError when a picture cannot be read */
export async function tryOnBody(order: TryOnOrder, source: PictureSource): Promise<api.TryOnOutfitRequest> {
  const { selfie, garments, mode = 'model_shot', ...rest } = order;
  const listed = Array.isArray(garments) ? garments : [garments];
  const [first] = listed;
  const clothes =
    listed.length === 1 && typeof first === 'string'
      ? { clothing_description: first }
      : { garments: await Promise.all(listed.map((garment) => garmentFields(garment, source))) };
  return { ...(await selfieFields(selfie, source)), ...clothes, mode, ...rest };
}

/** @throws PictureError when a picture cannot be read */
export async function generateImageBody(
  { selfie, mode = 'studio', ...rest }: GenerateImageOrder,
  source: PictureSource,
): Promise<api.GenerateImageRequest> {
  return { ...(await selfieFields(selfie, source)), mode, ...rest };
}

/** @throws PictureError when a picture cannot be read */
export async function styleMeBody(
  { selfie, ...rest }: StyleMeOrder,
  source: PictureSource,
): Promise<api.StyleMeRequest> {
  return { ...(await selfieFields(selfie, source)), ...rest };
}

async function selfieFields(selfie: Selfie, source: PictureSource): Promise<SelfieFields> {
  if (isAsset(selfie)) return { selfie_asset_id: selfie.asset_id };
  if (isImage(selfie)) return { selfie_image_id: selfie.image_id };
  return { selfie_base64: base64Of(await pictureBytes(selfie, source)) };
}

async function garmentFields(garment: string | GarmentOrder, source: PictureSource): Promise<api.Garment> {
  if (typeof garment === 'string') return { description: garment };
  const { picture, ...rest } = garment;
  if (picture === undefined) return rest;
  if (isAsset(picture)) return { ...rest, asset_id: picture.asset_id };
  return { ...rest, ...(await pictureFields(picture, source)) };
}

/** The address of a picture that the service can fetch; the bytes of any other. @throws PictureError when it cannot be read */
export async function pictureFields(picture: Picture, source: PictureSource): Promise<api.AnalyzeOutfitRequest> {
  const url = addressOf(picture);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return { image_url: url.href };
  return { image_base64: base64Of(await pictureBytes(picture, source)) };
}

const isAsset = (picture: Selfie): picture is AssetName => typeof picture === 'object' && 'asset_id' in picture;
/** Whether a picture is named as an image that the service made. */
export const isImage = (picture: Selfie): picture is ImageName => typeof picture === 'object' && 'image_id' in picture;
