import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions, zstdDecompress } from 'node:zlib';

type Decode = (bytes: Uint8Array, options: Pick<ZlibOptions, 'maxOutputLength'>) => Promise<Buffer>;

const inflateZlib: Decode = promisify(inflate);
const inflateBare: Decode = promisify(inflateRaw);
/** Content codings (RFC 9110, section 8.4.1). Some servers send deflate without the header of zlib. */
const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: (bytes, options) => (((bytes[0] ?? 0) & 0x0f) === 8 ? inflateZlib : inflateBare)(bytes, options),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/** Most codings on top of each other: each one costs memory and time. */
const MOST_CODINGS = 2;

/**
 * Decodes a body by its `Content-Encoding`. A body that does not decode is returned as it came: servers also label what they did
 * not encode.
 *
 * @throws Error `ERR_BUFFER_TOO_LARGE` if more than `maxBytes` come out
 */
export async function decodeBody(
  bytes: Uint8Array,
  encoding: string | string[] | undefined,
  maxBytes: number,
): Promise<Uint8Array> {
  const codings = String(encoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase());
  const decoders = codings.flatMap((coding) => DECODERS[coding] ?? []).reverse();
  if (decoders.length > MOST_CODINGS) return bytes;
  try {
    let decoded = bytes;
    for (const decode of decoders) decoded = await decode(decoded, { maxOutputLength: maxBytes });
    return decoded;
  } catch (error) {
    if (isTooLarge(error)) throw error;
    return bytes;
  }
}

/** Whether more came out of a body than {@link decodeBody} was allowed to make of it. */
export const isTooLarge = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'ERR_BUFFER_TOO_LARGE';
