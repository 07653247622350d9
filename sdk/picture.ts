import { PictureError } from './errors.ts';

/**
 * A picture (JPEG, PNG, WebP, HEIC, AVIF or GIF): its bytes, its address, or, where there is a file system, its path. A `string` that begins with
 * `http://`, `https://`, `data:` or `file:` is an address, any other a path.
 */
export type Picture = Blob | Uint8Array | ArrayBuffer | URL | string;

/** Bytes at once that are turned into characters: as many as a call may have arguments everywhere. */
const CHUNK = 0x8000;

/** What reads pictures that are elsewhere. */
export type PictureSource = {
  readonly fetch: typeof fetch;
  readonly signal?: AbortSignal | undefined;
};

/**
 * The bytes of a picture; what is at an address is fetched, without the API key.
 *
 * @throws PictureError when it cannot be read; the reason of `signal`
 */
export async function pictureBytes(picture: Picture, source: PictureSource): Promise<Uint8Array<ArrayBuffer>> {
  if (picture instanceof Blob) return new Uint8Array(await picture.arrayBuffer());
  if (picture instanceof ArrayBuffer) return new Uint8Array(picture);
  if (picture instanceof Uint8Array) return new Uint8Array(picture);
  const url = addressOf(picture);
  if (url && url.protocol !== 'file:') return fetched(url, source);
  return readFile(url ?? String(picture));
}

/** The address that a picture is at; undefined for bytes and paths. */
export function addressOf(picture: Picture): URL | undefined {
  if (picture instanceof URL) return picture;
  if (typeof picture !== 'string' || !/^(https?:\/\/|data:|file:)/i.test(picture)) return undefined;
  if (!URL.canParse(picture)) throw new PictureError('the address of a picture is not valid');
  return new URL(picture);
}

/** Bytes in base64. */
export function base64Of(bytes: Uint8Array): string {
  let characters = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    characters += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(characters);
}

/** Bytes of base64, e.g. of an `image_base64`. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** @throws PictureError when it does not come; the reason of `signal` */
export async function fetched(url: URL, { fetch, signal }: PictureSource): Promise<Uint8Array<ArrayBuffer>> {
  let status: number | undefined;
  try {
    // What a browser has shown before may be kept without the headers that let a page read it: stores send them only to who asks.
    const response = await fetch(url.href, { cache: 'no-store', ...(signal && { signal }) });
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    status = response.status;
    await response.body?.cancel();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new PictureError(`the picture at ${url.host} could not be fetched`, { cause });
  }
  throw new PictureError(`the picture at ${url.host} could not be fetched: HTTP status ${status}`);
}

async function readFile(path: string | URL): Promise<Uint8Array<ArrayBuffer>> {
  // No import, which bundlers would resolve for browsers.
  const files = globalThis.process?.getBuiltinModule?.('node:fs/promises');
  if (!files) throw new PictureError('paths cannot be read here: pass a Blob, bytes or an address');
  try {
    return new Uint8Array(await files.readFile(path));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const what = code === 'ENOENT' ? 'does not exist' : `could not be read (${code})`;
    throw new PictureError(`${path} ${what}`, { cause });
  }
}
