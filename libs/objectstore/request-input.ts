import type { ObjectMetadata, ObjectStore } from './connect.ts';

export type ReservedImages = { readonly user_id: string; readonly image_ids: readonly string[] };

/** For the service that ends the request: reserved images, the gateway process that waits, the deadline. */
export const inputMetadata = (
  reserved: ReservedImages & { readonly gateway?: string; readonly deadline?: Date },
): ObjectMetadata => {
  const { user_id, image_ids, gateway, deadline } = reserved;
  const images = { user: user_id, images: image_ids.join(',') };
  return { ...images, ...(gateway && { gateway }), ...(deadline && { deadline: deadline.toISOString() }) };
};

/** Whether the request may still be worked on at `now`. */
export const isDueAfter = ({ deadline, ended }: ObjectMetadata, now: Date): boolean =>
  ended === undefined && deadline !== undefined && new Date(deadline) > now;

/** Reads {@link inputMetadata}; null for any other object. */
export const reservedImages = ({ user, images }: ObjectMetadata): ReservedImages | null =>
  user ? { user_id: user, image_ids: images ? images.split(',') : [] } : null;

/** Empties an existing input, keeping its metadata: a worker may be at it. `isCanceled`: what it makes is deleted. */
export async function markEnded(store: ObjectStore, input: string, isCanceled = false): Promise<void> {
  const found = await store.head(input);
  if (!found) return;
  const metadata = { ...found.metadata, ended: isCanceled ? CANCELED : '1' };
  await store.put(input, new Uint8Array(), INPUT_MIME_TYPE, metadata);
}

/** Whether {@link markEnded} marked a canceled request. */
export const isCanceledInput = ({ ended }: ObjectMetadata): boolean => ended === CANCELED;

/** Whether {@link markEnded} replaced it. */
export const isEndedInput = ({ ended }: ObjectMetadata): boolean => ended !== undefined;

export const INPUT_MIME_TYPE = 'application/vnd.styling.input';

const CANCELED = 'canceled';
const LENGTH_BYTES = 4;

/**
 * Packs an input into one object, for one put, get and delete: header length (4 bytes, big-endian), header
 * `{"fields":{…},"pictures":{"<field>":<bytes>,…}}`, pictures in its order. A subset of safetensors' and GLB's framing.
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

/** Unpacks {@link packInput}; pictures are views of `bytes`. @throws RangeError or SyntaxError if malformed */
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
