import { FormData } from 'undici';
import { z } from 'zod';
import type { PredictDependencies } from './predict.ts';
import { ReplicateError } from './replicate-error.ts';
import { retryAfterMs } from './retry-after.ts';

const fileReply = z.object({ id: z.string().min(1), urls: z.object({ get: z.url() }) });
const TRIES = 3;
const PAUSE_MS = 1_000;

/**
 * Uploads a file temporarily, for object stores that the vendor cannot reach: models can read it at `url` until it is
 * removed. A copy left behind by a lost response expires at the vendor.
 *
 * @throws ReplicateError `unavailable`, `throttled`, `invalid`
 */
export async function upload(
  { call, clock, sleep, random, timeoutMs }: PredictDependencies,
  bytes: Uint8Array,
  mimeType: string,
): Promise<{ readonly id: string; readonly url: string }> {
  for (let tries = 1; ; tries++) {
    const form = new FormData();
    form.append('content', new Blob([new Uint8Array(bytes)], { type: mimeType }), `input.${mimeType.split('/')[1]}`);
    const reply = await call('POST', '/files', { body: form, timeoutMs });
    const { status, body, retryAfter } = reply.outcome === 'answered' ? reply : { status: 0 };
    const { success, data } = fileReply.safeParse(body);
    if (status < 300 && success) return { id: data.id, url: data.urls.get };
    const cause = reply.outcome === 'answered' ? JSON.stringify(body) : reply.cause;
    const details = { ...(status && { code: String(status) }), cause };
    if (status >= 400 && status < 500 && status !== 429) throw new ReplicateError('invalid', 'file rejected', details);
    if (tries === TRIES) {
      throw new ReplicateError(status === 429 ? 'throttled' : 'unavailable', 'could not upload file', details);
    }
    await sleep((retryAfterMs(retryAfter, body, clock()) ?? PAUSE_MS * tries) + random() * PAUSE_MS);
  }
}

/** Removes an uploaded file; logs a failure, as the file then expires at the vendor. */
export async function removeFile({ call, log, timeoutMs }: PredictDependencies, id: string): Promise<void> {
  const removed = await call('DELETE', `/files/${encodeURIComponent(id)}`, { timeoutMs });
  if (removed.outcome !== 'answered' || removed.status >= 300) log.warn({ file: id }, 'could not remove uploaded file');
}
