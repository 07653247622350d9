import { createHash } from 'node:crypto';
import { createEvent, type DataOf, imageCreated, type RequestAccepted } from '@styling/contracts';
import { type ObjectMetadata, type ObjectStore, objectNames } from '@styling/objectstore';
import { z } from 'zod';
import { sourceOf } from './handle-request.ts';
import { PICTURE_MIME_TYPE, type Picture } from './picture.ts';

/**
 * What is needed of a stored picture to publish the same `image.created` again after a crash. It is kept beside the bytes
 * as object metadata, so that picture and facts are stored in one step.
 */
const pictureFacts = z.object({
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  bytes: z.number(),
  width: z.number(),
  height: z.number(),
  sha256: z.string(),
  provider: z.string(),
  model: z.string(),
  approximations: z.array(z.string()),
});
export type PictureFacts = z.output<typeof pictureFacts>;

/** The facts of a picture that is about to be stored; `ttlSeconds` is null for one that is kept. */
export function factsOf(picture: Picture, provider: string, created: Date, ttlSeconds: number | null): PictureFacts {
  const { image, width, height, model, approximations } = picture;
  return {
    created_at: created.toISOString(),
    expires_at: ttlSeconds === null ? null : new Date(created.getTime() + ttlSeconds * 1000).toISOString(),
    bytes: image.length,
    width,
    height,
    sha256: createHash('sha256').update(image).digest('hex'),
    provider,
    model,
    approximations: [...approximations],
  };
}

/** Stores the picture of an image record. */
export const storePicture = (store: ObjectStore, imageId: string, image: Uint8Array, facts: PictureFacts) =>
  store.put(objectNames.image(imageId), image, PICTURE_MIME_TYPE, toMetadata(facts));

/** The facts of an image whose picture is in the store already, else null. */
export async function storedFacts(store: ObjectStore, imageId: string): Promise<PictureFacts | null> {
  const found = await store.head(objectNames.image(imageId));
  return found && fromMetadata(found.metadata);
}

/** The facts as object metadata: ASCII, well under S3's 2 KB. */
export const toMetadata = (facts: PictureFacts): ObjectMetadata => ({ facts: JSON.stringify(facts) });

/** Reads what {@link toMetadata} wrote; throws on anything else. */
export const fromMetadata = (metadata: ObjectMetadata): PictureFacts =>
  pictureFacts.parse(JSON.parse(metadata.facts ?? 'null'));

/** The event of a stored picture. */
export function imageCreatedEvent(
  { request_id, user_id, key_id, endpoint, capability }: RequestAccepted['data'],
  image_id: string,
  category: DataOf<typeof imageCreated>['category'],
  { created_at, ...facts }: PictureFacts,
) {
  return createEvent(imageCreated, sourceOf(capability), new Date(created_at), {
    image_id,
    request_id,
    user_id,
    key_id,
    endpoint,
    category,
    mime_type: PICTURE_MIME_TYPE,
    object: objectNames.image(image_id),
    persistent: facts.expires_at === null,
    ...facts,
  });
}
