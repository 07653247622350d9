import type { ObjectMetadata, ObjectStore } from './connect.ts';

/** The ids reserved for the images of a request, and their user. */
export type ReservedImages = { readonly user_id: string; readonly image_ids: readonly string[] };

/**
 * The metadata of an input, for the service that ends the request.
 *
 * @param reserved its images, the gateway process that waits, and until when it may be worked on
 */
export const inputMetadata = (
  reserved: ReservedImages & { readonly gateway?: string; readonly deadline?: Date },
): ObjectMetadata => {
  const { user_id, image_ids, gateway, deadline } = reserved;
  const images = { user: user_id, images: image_ids.join(',') };
  return { ...images, ...(gateway && { gateway }), ...(deadline && { deadline: deadline.toISOString() }) };
};

/** Whether a request may still be worked on at `now`, by the metadata of its input. */
export const isDueAfter = ({ deadline, ended }: ObjectMetadata, now: Date): boolean =>
  ended === undefined && deadline !== undefined && new Date(deadline) > now;

/** Reads {@link inputMetadata}; null for any other object. */
export const reservedImages = ({ user, images }: ObjectMetadata): ReservedImages | null =>
  user ? { user_id: user, image_ids: images ? images.split(',') : [] } : null;

/**
 * Replaces an input, if it exists, by an empty object with the same metadata: its request is ended while a worker may be at it.
 *
 * @param isCanceled what is made for it then is deleted
 */
export async function markEnded(store: ObjectStore, input: string, isCanceled = false): Promise<void> {
  const found = await store.head(input);
  if (!found) return;
  const metadata = { ...found.metadata, ended: isCanceled ? CANCELED : '1' };
  await store.put(input, new Uint8Array(), INPUT_MIME_TYPE, metadata);
}

/** Whether an input was replaced by {@link markEnded} for a canceled request. */
export const isCanceledInput = ({ ended }: ObjectMetadata): boolean => ended === CANCELED;

/** Whether an input was replaced by {@link markEnded}. */
export const isEndedInput = ({ ended }: ObjectMetadata): boolean => ended !== undefined;

/** The media type of a stored input. */
export const INPUT_MIME_TYPE = 'application/vnd.styling.input';

const CANCELED = 'canceled';
const LENGTH_BYTES = 4;

/**
 * Packs an input into one object, so that a request costs one put, one get and one delete for any number of pictures:
 * the length of a JSON header (4 bytes, big-endian), the header `{"fields":{…},"pictures":{"<field>":<bytes>,…}}`, then the
 * pictures' bytes in the header's order. A subset of the framing of safetensors and glTF's GLB.
 */
export function packInput(input: {
  readonly fields: object;
  readonly pictures: Readonly<Record<string, Uint8Array>>;
}): Buffer {
  const { fields, pictures } = input;
  const sizes = Object.fromEntries(Object.entries(pictures).map(([field, { length }]) => [field, length]));
  const header = Buffer.from(JSON.stringify({ fields, pictures: sizes }));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, ...Object.values(pictures)]);
}

/**
 * Unpacks what {@link packInput} packed. The pictures are views of `bytes`.
 *
 * @throws RangeError or SyntaxError if it has another format or is truncated
 */
export function unpackInput(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begin = LENGTH_BYTES + buffer.readUInt32BE();
  if (begin > buffer.length) throw new RangeError('input is shorter than its header');
  const header: { fields: unknown; pictures: Record<string, number> } = JSON.parse(
    buffer.toString('utf8', LENGTH_BYTES, begin),
  );
  let end = begin;
  const pictures = Object.entries(header.pictures).map(([field, size]) => {
    const start = end;
    end += size;
    return [field, buffer.subarray(start, end)] as const;
  });
  if (end !== buffer.length) throw new RangeError(`input has ${buffer.length} bytes, its header describes ${end}`);
  return { fields: header.fields, pictures: Object.fromEntries(pictures) as Readonly<Record<string, Uint8Array>> };
}
