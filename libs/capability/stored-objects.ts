import { createHash } from 'node:crypto';
import { createEvent, imageCreated, type RequestResult } from '@styling/contracts';
import { isEndedInput, type ObjectMetadata, type ObjectStore, objectNames, unpackInput } from '@styling/objectstore';
import type { EditedPicture } from '@styling/providers';
import { z } from 'zod';
import type { Made } from './providers/provider.ts';
import { type Accepted, type CapabilityDependencies, type Delivery, isRedelivery, sourceOf } from './work.ts';

export type ClaimedInput<Fields> = {
  readonly fields: Fields;
  /** A picture that came with the request, by its name in the body, e.g. `selfie_base64`. @throws Error when there is none */
  picture(field: string): Uint8Array;
};

/** Redeems the claim check of a request. @throws Error when the input is gone: another process has ended the request */
export async function claimInput<Schema extends z.ZodType>(
  store: ObjectStore,
  { input }: Accepted,
  schema: Schema,
): Promise<ClaimedInput<z.output<Schema>>> {
  const found = await store.get(input);
  if (!found || isEndedInput(found.metadata)) throw new Error(`${input} is gone`);
  const { fields, pictures } = unpackInput(found.bytes);
  return {
    fields: schema.parse(fields),
    picture(field) {
      const bytes = pictures[field];
      if (!bytes) throw new Error(`an input without ${field}`);
      return bytes;
    },
  };
}

/** A finished picture; its seed is null where its model has none, absent where none was asked for. */
export type Picture = Omit<EditedPicture, 'seed'> & {
  readonly approximations: readonly string[];
  readonly seed?: number | null | undefined;
};

export const PICTURE_MIME_TYPE = 'image/jpeg';

/** What publishes the same `image.created` after a crash; metadata (under S3's 2 KB), in one step with the picture. */
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

/** Stores a picture and what it was made with, for `ttlSeconds`; null: it is kept. */
export async function storePicture(
  { store, clock, signPicture }: Pick<CapabilityDependencies, 'store' | 'clock' | 'signPicture'>,
  imageId: string,
  ttlSeconds: number | null,
  { made, by }: Made<Picture>,
): Promise<PictureFacts> {
  const { image: unsigned, ...described } = made;
  const image = (await signPicture?.(unsigned)) ?? unsigned;
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
  { request_id, user_id, key_id, endpoint, capability }: Accepted,
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
export async function storedImages(store: ObjectStore, request: Accepted) {
  const stored = request.image_ids.map(async (image_id) => {
    const facts = await storedFacts(store, image_id);
    return facts ? [imageCreatedEvent(request, image_id, facts)] : [];
  });
  return (await Promise.all(stored)).flat();
}

export type StoredResult = { readonly result: RequestResult; readonly approximations: readonly string[] };

/** The result that an earlier delivery has stored by {@link storeResult}; undefined if there is none. */
export async function storedResult(
  store: ObjectStore,
  request: Accepted,
  delivery: Delivery,
): Promise<StoredResult | undefined> {
  const object = objectNames.result(request);
  const found = isRedelivery(delivery) ? await store.head(object) : null;
  if (!found) return undefined;
  const result = { object, mime_type: found.mimeType, image_id: null };
  return { result, approximations: found.metadata.approximations?.split(',') ?? [] };
}

/** Stores the result of a request that has no image record, its approximations beside it. */
export async function storeResult(
  store: ObjectStore,
  request: Accepted,
  mime_type: string,
  bytes: Uint8Array,
  approximations: readonly string[] = [],
): Promise<StoredResult> {
  const object = objectNames.result(request);
  const metadata: ObjectMetadata = approximations.length > 0 ? { approximations: approximations.join(',') } : {};
  await store.put(object, bytes, mime_type, metadata);
  return { result: { object, mime_type, image_id: null }, approximations };
}
