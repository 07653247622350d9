import { ApiError, ConnectionError, PictureError, TimeoutError } from '@styling/client';
import { text, type Words } from '#texts/errors.ts';

/**
 * Says what an error means to somebody who uses the portal, and whether the same again can succeed. Anything that is not of the
 * client is a defect of the page.
 */
export function explain(error: unknown) {
  if (error instanceof ConnectionError) return { ...text.unreachable, canRetry: true };
  if (error instanceof TimeoutError) return { ...text.late, canRetry: true };
  if (error instanceof PictureError) return { ...text.picture, meaning: error.message, canRetry: false };
  if (!(error instanceof ApiError)) return { ...text.defect, canRetry: true };
  const { status, code, message } = error;
  const known = (text.codes as Readonly<Record<string, Words>>)[code];
  const canRetry = status >= 500 || code === 'in_progress' || code === 'url_unavailable';
  if (known) return { ...known, meaning: known.meaning || message, canRetry };
  if (status >= 500) return { ...text.failed, canRetry };
  return { ...text.refused, meaning: message, canRetry };
}
