import { isRefusal, VendorError } from '@styling/model-api';

/** Codes for which the vendor asks clients to retry: interruption and lack of capacity. */
const RETRYABLE: ReadonlySet<string> = new Set(['PA', 'E9828', 'E003', 'E004']);
const REFUSED_CODE = 'E005';

/** Classifies the `error` of a failed prediction as `refused` or `failed`. */
export function readFailure(error: unknown): VendorError {
  const text = typeof error === 'string' ? error : (JSON.stringify(error) ?? '');
  const code = /\((?:code:\s*)?(PA|E\d{3,5})\)/.exec(text)?.[1];
  const details = { ...(code && { code }), cause: text };
  if (code === REFUSED_CODE || isRefusal(text))
    return new VendorError('refused', 'refused by a safety filter', details);
  const retryable = code !== undefined && RETRYABLE.has(code);
  return new VendorError('failed', 'prediction failed', { ...details, retryable });
}
