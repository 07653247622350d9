import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** How far a download is, in bytes; `total` is undefined when the server does not say. */
export type DownloadProgress = (received: number, total: number | undefined) => void;

/**
 * Downloads `url` into the new file `path`, following redirects.
 * @param options.idleTimeoutMs the longest silence that is borne, from the first byte asked for to the last received
 * @throws Error for anything but status 200, a silence that is too long, or a body shorter than announced
 */
export async function download(
  url: string,
  path: string,
  options: { idleTimeoutMs: number; onProgress?: DownloadProgress; signal?: AbortSignal },
): Promise<void> {
  const patience = new AbortController();
  const giveUp = () => patience.abort(new Error(`no data for ${options.idleTimeoutMs / 1000} s`));
  const timer = setTimeout(giveUp, options.idleTimeoutMs);
  const enough = options.signal ? AbortSignal.any([patience.signal, options.signal]) : patience.signal;
  try {
    const response = await fetch(url, { signal: enough });
    if (response.status !== 200 || !response.body) throw new Error(`status ${response.status}`);
    const announced = Number(response.headers.get('content-length'));
    let received = 0;
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        timer.refresh();
        received += chunk.length;
        options.onProgress?.(received, announced || undefined);
        done(null, chunk);
      },
    });
    await pipeline(Readable.fromWeb(response.body), count, createWriteStream(path, { flags: 'wx' }));
  } catch (cause) {
    throw new Error(`${url}: ${downloadFailure(enough.aborted ? enough.reason : cause)}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** What fetch hides in the causes of its "fetch failed" and "terminated", in a few words. */
function downloadFailure(error: unknown): string {
  const { message, cause } = error as Error;
  if (!(cause instanceof Error)) return message;
  return `${message} (${(cause as NodeJS.ErrnoException).code ?? cause.message})`;
}
