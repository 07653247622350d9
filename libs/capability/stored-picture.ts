import { createHash } from 'node:crypto';
import { createEvent, imageCreated, type RequestAccepted } from '@styling/contracts';
import { type ObjectStore, objectNames } from '@styling/objectstore';
import { z } from 'zod';
import { type CapabilityDependencies, sourceOf } from './dependencies.ts';
import type { Made } from './providers/provider.ts';

/** A finished picture: a JPEG without metadata of its source, marked with how it was made (`@styling/imaging`). */
export type Picture = {
  readonly image: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Model and version that made it. */
  readonly model: string;
  /** What could only be approximated, as short codes. */
  readonly approximations: readonly string[];
  /** That it was made with; null where its model has none, absent where none was asked for. */
  readonly seed?: number | null | undefined;
};

/** What pictures are stored as. */
export const PICTURE_MIME_TYPE = 'image/jpeg';

/**
 * What is needed of a stored picture to publish the same `image.created` again after a crash. It is kept beside the bytes
 * as object metadata (JSON in ASCII, well under S3's 2 KB), so that picture and facts are stored in one step.
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
  seed: z.number().nullable().optional(),
});
export type PictureFacts = z.output<typeof pictureFacts>;

/** The facts of an image whose picture is in the store already, else null. */
export async function storedFacts(store: ObjectStore, imageId: string): Promise<PictureFacts | null> {
  const found = await store.head(objectNames.image(imageId));
  return found && pictureFacts.parse(JSON.parse(found.metadata.facts ?? 'null'));
}

/**
 * Makes the picture of an image record, and stores it.
 *
 * @param ttlSeconds its lifetime; null if it is kept
 */
export async function makePicture(
  { store, clock }: Pick<CapabilityDependencies, 'store' | 'clock'>,
  imageId: string,
  ttlSeconds: number | null,
  make: () => Promise<Made<Picture>>,
): Promise<PictureFacts> {
  const { made, by } = await make();
  const { image, ...described } = made;
  const created = clock();
  const facts = pictureFacts.parse({
    ...described,
    created_at: created.toISOString(),
    expires_at: ttlSeconds === null ? null : new Date(created.getTime() + ttlSeconds * 1000).toISOString(),
    bytes: image.length,
    sha256: createHash('sha256').update(image).digest('hex'),
    provider: by,
  });
  await store.put(objectNames.image(imageId), image, PICTURE_MIME_TYPE, { facts: JSON.stringify(facts) });
  return facts;
}

/** The event of a stored picture. */
export function imageCreatedEvent(
  { request_id, user_id, key_id, endpoint, capability }: RequestAccepted['data'],
  image_id: string,
  { created_at, ...facts }: PictureFacts,
) {
  return createEvent(imageCreated, sourceOf(capability), new Date(created_at), {
    image_id,
    request_id,
    user_id,
    key_id,
    endpoint,
    category: capability === 'style' ? 'style-me' : 'try-on',
    mime_type: PICTURE_MIME_TYPE,
    object: objectNames.image(image_id),
    persistent: facts.expires_at === null,
    ...facts,
  });
}

/** The events of all images of a request whose pictures are in the store. */
export async function storedImages(store: ObjectStore, request: RequestAccepted['data']) {
  const found = await Promise.all(
    request.image_ids.map(async (image_id) => {
      const facts = await storedFacts(store, image_id);
      return facts ? [imageCreatedEvent(request, image_id, facts)] : [];
    }),
  );
  return found.flat();
}
