import type { AssetName, GarmentOrder, ImageName } from '../orders.ts';

/** A selfie as an argument: the id of an asset or of an image, else an address or a path. */
export function selfieOf(argument: string): string | AssetName | ImageName {
  if (/^ast_[0-9a-f]+$/.test(argument)) return { asset_id: argument };
  if (/^img_[0-9a-f]+$/.test(argument)) return { image_id: argument };
  return argument;
}

/** A garment as an argument: the id of an asset, an address, a path that ends as one of a picture does, else a description. */
export function garmentOf(argument: string): string | GarmentOrder {
  if (/^ast_[0-9a-f]+$/.test(argument)) return { picture: { asset_id: argument } };
  if (/^(https?|file|data):/i.test(argument) || /\.(jpe?g|png|webp|hei[cf]|avif|gif)$/i.test(argument))
    return { picture: argument };
  return argument;
}
