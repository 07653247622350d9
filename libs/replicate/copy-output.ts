import { anywhere, type FetchOptions, fetchImage, publicOnly, type Resolve, resolveBySystem } from '@styling/fetching';
import { type ImageHeader, inspectImage } from '@styling/imaging';
import { ServiceError } from '@styling/service';
import { outputFiles } from './output-files.ts';
import type { PredictDependencies } from './predict.ts';
import { ReplicateError } from './replicate-error.ts';

type Dependencies = Pick<PredictDependencies, 'sleep' | 'random'> & {
  /** For the vendor's delivery hosts; default by DNS. */
  readonly resolve?: Resolve;
};

/** Largest file, in bytes; a 4K PNG fits. */
const MAX_BYTES = 30 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const TRIES = 3;
const PAUSE_MS = 500;
const FIELD = 'output';

/**
 * Downloads the first picture of an output. Outputs expire after an hour: call it at once. The format is read from the
 * bytes: the vendor's media type is often wrong.
 *
 * @param baseUrl address of the API
 * @throws ReplicateError `failed`: not a picture, too large, or on an unexpected host;
 *   `unavailable`: three downloads failed (the prediction can be resumed)
 */
export async function copyOutput(
  deps: Dependencies,
  baseUrl: string,
  output: unknown,
): Promise<ImageHeader & { readonly bytes: Uint8Array }> {
  const { host } = new URL(baseUrl);
  const [file] = outputFiles(output, host);
  const bytes = file.startsWith('data:') ? fromDataUri(file) : await download(deps, file, host);
  return { bytes, ...(await inspectImage(bytes, FIELD).catch(unusable)) };
}

async function download(
  { sleep, random, resolve }: Dependencies,
  file: string,
  trustedHost: string,
): Promise<Uint8Array> {
  const options: FetchOptions = { field: FIELD, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS };
  // The configured API host is trusted; any other host must be on the public internet.
  const isTrusted = new URL(file).host === trustedHost;
  const source = isTrusted
    ? { policy: anywhere, resolve: resolveBySystem }
    : { policy: publicOnly, ...(resolve && { resolve }) };
  for (let tries = 1; ; tries++) {
    try {
      return await fetchImage(file, { ...options, ...source });
    } catch (cause) {
      // The codes of fetchImage blame the client; here the fault is the vendor's or ours.
      if (!(cause instanceof ServiceError && cause.code === 'unreachable_url')) return unusable(cause);
      if (tries === TRIES) throw new ReplicateError('unavailable', 'could not download output', { cause });
    }
    await sleep(PAUSE_MS * tries * (1 - random() / 2));
  }
}

/** RFC 2397, base64 only: anything else does not decode to a picture. */
function fromDataUri(uri: string): Uint8Array {
  const bytes = Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64');
  if (bytes.length > MAX_BYTES) throw new ReplicateError('failed', 'output is too large');
  return bytes;
}

function unusable(cause: unknown): never {
  throw new ReplicateError('failed', 'output is not a usable picture', { cause });
}
