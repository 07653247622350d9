import { inspectImage } from '@styling/imaging';
import { packInput } from '@styling/objectstore';

/**
 * The input of a capability, as it is stored.
 *
 * @param fields a contract with the capability, e.g. `tryOnInput`
 * @param images by the name of their field
 * @throws ServiceError `not_an_image`, `bad_image_size`
 */
export async function checkedInput(
  fields: object,
  images: Readonly<Record<string, Uint8Array>> = {},
): Promise<Uint8Array> {
  for (const [field, bytes] of Object.entries(images)) await inspectImage(bytes, field);
  return packInput({ fields, pictures: images });
}
