import { anywhere, fetchImage, publicOnly, type Resolve, resolveBySystem } from '@styling/fetching';
import { type ImageHeader, inspectImage } from '@styling/imaging';
import { ServiceError } from '@styling/service';
import { outputFiles } from './output-files.ts';
import type { PredictDependencies } from './predict.ts';
import { ReplicateError } from './replicate-error.ts';

/** A picture a model made. The format is read from the bytes: the vendor's media type is often wrong. */
export type OutputPicture = ImageHeader & { readonly bytes: Uint8Array };

/** Largest file, in bytes; a 4K PNG fits. */
const MAX_BYTES = 30 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const TRIES = 3;
const PAUSE_MS = 500;
const FIELD = 'output';

/**
 * Downloads the first picture of an output. Outputs expire after an hour: call it at once.
 *
 * @param resolve the vendor's delivery hosts; default by DNS
 * @param baseUrl address of the API
 * @throws ReplicateError `failed`: not a picture, too large, or on an unexpected host;
 *   `unavailable`: three downloads failed (the prediction can be resumed)
 */
export async function copyOutput(
  { sleep, random, resolve }: Pick<PredictDependencies, 'sleep' | 'random'> & { readonly resolve?: Resolve },
  baseUrl: string,
  output: unknown,
): Promise<OutputPicture> {
  const { host } = new URL(baseUrl);
  const [file] = outputFiles(output, host);
  if (file.startsWith('data:')) return inspected(fromDataUri(file));
  // The configured API host is trusted; any other host must be on the public internet.
  const source =
    new URL(file).host === host
      ? { policy: anywhere, resolve: resolveBySystem }
      : { policy: publicOnly, ...(resolve && { resolve }) };
  for (let tries = 1; ; tries++) {
    try {
      return await inspected(
        await fetchImage(file, { field: FIELD, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, ...source }),
      );
    } catch (cause) {
      // The codes of fetchImage blame the client; here the fault is the vendor's or ours.
      const isAway = cause instanceof ServiceError && cause.code === 'unreachable_url';
      if (!isAway) throw cause instanceof ReplicateError ? cause : unusable(cause);
      if (tries === TRIES) throw new ReplicateError('unavailable', 'could not download output', { cause });
    }
    await sleep(PAUSE_MS * tries * (1 - random() / 2));
  }
}

async function inspected(bytes: Uint8Array): Promise<OutputPicture> {
  try {
    return { bytes, ...(await inspectImage(bytes, FIELD)) };
  } catch (cause) {
    throw unusable(cause);
  }
}

/** RFC 2397, base64 only. */
function fromDataUri(uri: string): Uint8Array {
  const comma = uri.indexOf(',');
  if (comma < 0 || !/;base64$/i.test(uri.slice(0, comma)))
    throw new ReplicateError('failed', 'output is not a picture');
  const bytes = Buffer.from(uri.slice(comma + 1), 'base64');
  if (bytes.length > MAX_BYTES) throw new ReplicateError('failed', 'output is too large');
  return bytes;
}

const unusable = (cause: unknown) => new ReplicateError('failed', 'output is not a usable picture', { cause });
