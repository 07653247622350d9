import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** How far a download is, in bytes; `total` is undefined when the server does not announce it. */
export type DownloadProgress = (received: number, total: number | undefined) => void;

/**
 * Downloads `url` into the new file `path`, following redirects.
 * @param options.idleTimeoutMs the longest time without data, from the request to the last byte
 * @throws Error for anything but status 200, too long a time without data, or a body shorter than announced
 */
export async function download(
  url: string,
  path: string,
  options: { idleTimeoutMs: number; onProgress?: DownloadProgress; signal?: AbortSignal },
): Promise<void> {
  const idle = new AbortController();
  const abort = () => idle.abort(new Error(`no data for ${options.idleTimeoutMs / 1000} s`));
  const timer = setTimeout(abort, options.idleTimeoutMs);
  const signal = options.signal ? AbortSignal.any([idle.signal, options.signal]) : idle.signal;
  try {
    const response = await fetch(url, { signal });
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
    throw new Error(`${url}: ${downloadFailure(signal.aborted ? signal.reason : cause)}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** The cause that fetch hides behind its "fetch failed" and "terminated", in a few words. */
function downloadFailure(error: unknown): string {
  const { message, cause } = error as Error;
  if (!(cause instanceof Error)) return message;
  return `${message} (${(cause as NodeJS.ErrnoException).code ?? cause.message})`;
}
