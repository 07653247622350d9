import { clampDelay, isBeyond, retryAfterMs, VendorError } from '@styling/model-api';
import { z } from 'zod';
import type { PredictDependencies } from './predict.ts';

const fileReply = z.object({ id: z.string().min(1).max(200), urls: z.object({ get: z.url().max(2_048) }) });
const TRIES = 3;
const PAUSE_MS = 1_000;
/** A vendor's copy that cannot be removed at once expires there; nobody waits for that. */
const REMOVE_TIMEOUT_MS = 1_000;

/**
 * Uploads a file temporarily, for object stores that the vendor cannot reach: models can read it at `url` until it is
 * removed. A copy left behind by a lost response expires at the vendor.
 *
 * @throws VendorError `unavailable`, `throttled`, `deadline`; `denied`, `invalid`; `failed`: it was stored, at an unknown place
 * @throws the reason of `signal` when it is aborted
 */
export async function upload(
  { api, clock, sleep, random, timeoutMs }: PredictDependencies,
  bytes: Uint8Array,
  mimeType: string,
  { deadline, signal }: { readonly deadline: Date; readonly signal: AbortSignal },
): Promise<{ readonly id: string; readonly url: string }> {
  const file = new File([new Uint8Array(bytes)], `input.${mimeType.split('/')[1]}`, { type: mimeType });
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted();
    const left = deadline.getTime() - clock().getTime();
    if (left <= 0) throw new VendorError('deadline', 'deadline passed before upload');
    const reply = await api.upload(file, { timeoutMs: clampDelay(left, 1, timeoutMs), signal });
    signal.throwIfAborted();
    const { status, body, retryAfter } = reply.outcome === 'answered' ? reply : { status: 0 };
    const code = status === 0 ? {} : { code: String(status) };
    if (status >= 200 && status < 300) {
      const { success, data } = fileReply.safeParse(body);
      if (success) return { id: data.id, url: data.urls.get };
      // Sent again, it would be there twice.
      throw new VendorError('failed', 'unreadable response to upload', code);
    }
    const details = {
      ...code,
      nothingPaid: true,
      cause: reply.outcome === 'answered' ? JSON.stringify(body) : reply.cause,
    };
    if ([401, 402, 403].includes(status)) throw new VendorError('denied', 'upload rejected', details);
    if (status >= 300 && status < 500 && status !== 429) throw new VendorError('invalid', 'file rejected', details);
    const afterMs = (retryAfterMs(retryAfter, body, clock()) ?? PAUSE_MS * tries) + random() * PAUSE_MS;
    if (tries === TRIES || isBeyond(afterMs, clock(), deadline)) {
      throw new VendorError(status === 429 ? 'throttled' : 'unavailable', 'could not upload file', details);
    }
    await sleep(afterMs, signal);
  }
}

/** Removes an uploaded file, for one second at most; logs a failure, as the file then expires at the vendor. */
export async function removeFile({ api, log, timeoutMs }: PredictDependencies, id: string): Promise<void> {
  const removed = await api.removeFile(id, { timeoutMs: Math.min(timeoutMs, REMOVE_TIMEOUT_MS) });
  if (removed.outcome !== 'answered' || removed.status >= 300) log.warn('could not remove uploaded file');
}
