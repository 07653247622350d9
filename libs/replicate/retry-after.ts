import { z } from 'zod';

const throttledBody = z.object({
  retry_after: z.number().nonnegative().optional().catch(undefined),
  detail: z.string().catch(''),
});

/**
 * The delay a 429 asks for, in ms: the header `Retry-After` (seconds or a date, RFC 9110 section 10.2.3), else the body's
 * `retry_after` (seconds), else "resets in ~5s" in its `detail`. Undefined if none is given.
 */
export function retryAfterMs(header: string | undefined, body: unknown, now: Date): number | undefined {
  if (header !== undefined) {
    if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
    const date = Date.parse(header);
    if (!Number.isNaN(date)) return Math.max(0, date - now.getTime());
  }
  const { retry_after, detail = '' } = throttledBody.safeParse(body).data ?? {};
  const seconds = retry_after ?? /resets in ~?(\d+(?:\.\d+)?)\s*s/i.exec(detail)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
