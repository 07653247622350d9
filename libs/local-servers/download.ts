/**
 * Downloads `url` into memory, following redirects.
 * @param options.idleTimeoutMs the longest time without data, from the request to the last byte
 * @throws Error for anything but success, too long a time without data, or a body shorter than announced
 */
export async function download(
  url: string,
  { idleTimeoutMs, signal }: { idleTimeoutMs: number; signal?: AbortSignal | undefined },
): Promise<Buffer> {
  const idle = new AbortController();
  const timer = setTimeout(() => idle.abort(new Error(`no data for ${idleTimeoutMs / 1000} s`)), idleTimeoutMs);
  const either = signal ? AbortSignal.any([idle.signal, signal]) : idle.signal;
  try {
    const response = await fetch(url, { signal: either });
    if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) {
      timer.refresh();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (cause) {
    throw new Error(`${url}: ${downloadFailure(either.aborted ? either.reason : cause)}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** The cause that fetch hides behind its "fetch failed" and "terminated", in a few words. */
function downloadFailure({ message, cause }: Error): string {
  return cause instanceof Error ? `${message} (${(cause as NodeJS.ErrnoException).code ?? cause.message})` : message;
}
