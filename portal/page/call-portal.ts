import { ApiError, ConnectionError } from '@styling/client';
import type { Portal } from './portal.ts';

/** Within which a response must be complete, ms. */
const TIMEOUT_MS = 30_000;

/** Calls one of the portal's own endpoints; see `Portal.call`. */
export const callPortal: Portal['call'] = async <Result>(method: string, path: string, body?: object) => {
  const init = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`/portal/api${path}`, { method, signal, ...init }).catch((cause) => {
    throw new ConnectionError('The service did not respond', { cause });
  });
  const { status, headers } = response;
  const parsed = parse(await response.text());
  if (response.ok) return parsed as Result;
  const retryAfterSeconds = Number(headers.get('Retry-After') ?? Number.NaN) || undefined;
  throw new ApiError({ status, body: parsed, requestId: headers.get('X-Request-Id') ?? undefined, retryAfterSeconds });
};

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
