import { z } from 'zod';

const toldInBody = z.object({ retry_after: z.number().nonnegative() });
const toldInText = z.object({ detail: z.string() });

/**
 * How long a 429 asks to wait, in ms: the header `Retry-After` (seconds or a date, RFC 9110 section 10.2.3), else
 * `retry_after` of the body (seconds), else "resets in ~5s" in its text. Undefined when nothing was said.
 */
export function retryAfterMs(header: string | undefined, body: unknown, now: Date): number | undefined {
  if (header !== undefined) {
    if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
    const date = Date.parse(header);
    if (!Number.isNaN(date)) return Math.max(0, date - now.getTime());
  }
  const inBody = toldInBody.safeParse(body);
  if (inBody.success) return inBody.data.retry_after * 1000;
  const inText = toldInText.safeParse(body);
  const seconds = inText.success && /resets in ~?(\d+(?:\.\d+)?)\s*s/i.exec(inText.data.detail)?.[1];
  return seconds ? Number(seconds) * 1000 : undefined;
}
