import { ServiceError } from '@styling/service';
import { Agent, type Dispatcher, request } from 'undici';
import { checkUrl } from './check-url.ts';
import { guardedLookup } from './guarded-lookup.ts';
import { type Resolve, resolveByDns } from './resolve-host.ts';
import { anywhere, publicOnly, type UrlPolicy } from './url-policy.ts';

/** Limits of one fetch. */
export type FetchOptions = {
  /** The request field that holds the URL, named in errors. */
  field: string;
  /** Of the file, in bytes; default 10 MiB. */
  maxBytes?: number;
  /** Of the whole fetch, redirects included, in milliseconds; default 5 s. */
  timeoutMs?: number;
  /** Default 3. */
  maxRedirects?: number;
  /** Default {@link publicOnly}; {@link anywhere} is for tests. */
  policy?: UrlPolicy;
  /** How host names are resolved; default {@link resolveByDns}. */
  resolve?: Resolve;
};

const mebibyte = 1024 * 1024;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const headers = { accept: 'image/jpeg, image/png, image/webp;q=0.9, */*;q=0.1', 'user-agent': 'image-styling-service' };

/**
 * Fetches what a URL given by a client points to, without being led to anything inside (SSRF): http and https only, no
 * credentials, every host it is sent to checked by name, literal and resolved address. That the bytes are an image is
 * for the caller to find out.
 *
 * @throws ServiceError `invalid_url`, `forbidden_url`, `image_too_large`, or `unreachable_url` (no answer in time, any
 *   status but 200, too many redirects, a body cut short)
 */
export async function fetchImage(url: string, options: FetchOptions): Promise<Uint8Array> {
  const {
    field,
    maxBytes = 10 * mebibyte,
    timeoutMs = 5_000,
    maxRedirects = 3,
    policy = publicOnly,
    resolve = resolveByDns(),
  } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  const agent = new Agent({
    allowH2: false,
    connect: { lookup: guardedLookup(resolve, field, policy, signal), timeout: timeoutMs },
  });
  try {
    let target = checkUrl(url, field, policy);
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response = await request(target, { dispatcher: agent, signal, headers });
      // A body that is not read ends with its connection, as an error nobody waits for.
      response.body.on('error', () => {});
      const location = response.headers.location;
      if (!redirectStatuses.has(response.statusCode) || typeof location !== 'string') {
        return await readImage(response, maxBytes, field);
      }
      target = checkUrl(location, field, policy, target);
    }
    throw new Error(`more than ${maxRedirects} redirects`);
  } catch (error) {
    throw error instanceof ServiceError ? error : new ServiceError('unreachable_url', { field }, { cause: error });
  } finally {
    // No connection outlives the checks made for it.
    await agent.destroy();
  }
}

async function readImage(response: Dispatcher.ResponseData, maxBytes: number, field: string): Promise<Uint8Array> {
  const tooLarge = () => new ServiceError('image_too_large', { field, max: Math.floor(maxBytes / mebibyte) });
  if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`);
  if (Number(response.headers['content-length']) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) throw tooLarge();
  }
  return Buffer.concat(chunks, length);
}
