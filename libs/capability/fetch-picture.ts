import { fetchImage, type UrlPolicy } from '@styling/fetching';
import { inspectImage } from '@styling/imaging';
import type { ObjectStore } from '@styling/objectstore';
import { ServiceError } from '@styling/service';

/** Where pictures that a client names by address may come from. */
export type PictureSources = {
  readonly store: ObjectStore;
  /** Public address of the store's bucket: what lies there needs no fetching. */
  readonly imageStoreUrl: string;
  readonly urlPolicy: UrlPolicy;
};

const OWN_IMAGE = /^images\/[A-Za-z0-9_]+\.jpg$/;

/**
 * The picture at an address that a client gave. One of our own images is read from the object store: it may stand behind
 * an address that no fetch is allowed to go to, as it does on a developer's machine.
 *
 * @param field that the address was given in, named in errors
 * @throws ServiceError `invalid_url`, `forbidden_url`, `unreachable_url`, `image_too_large`, `not_an_image`, `bad_image_size`
 */
export async function fetchPicture(
  { store, imageStoreUrl, urlPolicy }: PictureSources,
  url: string,
  field: string,
): Promise<Uint8Array> {
  const base = imageStoreUrl.replace(/\/?$/, '/');
  const name = url.startsWith(base) ? url.slice(base.length) : '';
  const picture = OWN_IMAGE.test(name)
    ? await ownImage(store, name, field)
    : await fetchImage(url, { field, policy: urlPolicy });
  await inspectImage(picture, field);
  return picture;
}

async function ownImage(store: ObjectStore, name: string, field: string): Promise<Uint8Array> {
  const found = await store.get(name);
  if (!found) throw new ServiceError('unreachable_url', { field });
  return found.bytes;
}
