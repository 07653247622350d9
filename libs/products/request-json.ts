import { connectAttempts } from '@styling/providers';
import type { z } from 'zod';

/** A search API failed. The message is our own, without URL, key or text of the vendor. */
export class SearchError extends Error {
  override readonly name = 'SearchError';
  /** The HTTP status, or a word for what happened: `timeout`, `unreadable`, a code of the system. */
  readonly code: string;

  constructor(code: string) {
    super(`no usable answer (${code})`);
    this.code = code;
  }
}

type JsonRequest<Schema extends z.ZodType> = {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent by POST as a form; without it the request is a GET. */
  readonly form?: Readonly<Record<string, string>>;
  readonly schema: Schema;
  readonly signal: AbortSignal;
};

/** Limits a response, in bytes. Thumbnails may be data URIs. */
const { attempt } = connectAttempts(4 * 1024 * 1024);
/** Beyond the time of any search, in ms: `signal` ends a request. */
const TIMEOUT_MS = 60_000;

/** One request without redirects or retries; no error quotes the URL, which may hold a key. @throws SearchError */
export async function requestJson<Schema extends z.ZodType>(
  url: URL,
  { headers, form, schema, signal }: JsonRequest<Schema>,
): Promise<z.output<Schema>> {
  const reply = await attempt(url, {
    method: form ? 'POST' : 'GET',
    headers: { ...headers, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
    body: form && new URLSearchParams(form).toString(),
    timeoutMs: TIMEOUT_MS,
    signal,
  });
  if (reply.outcome !== 'answered') {
    const { cause } = reply;
    if (signal.aborted) throw new SearchError('timeout');
    throw new SearchError(cause instanceof Error && 'code' in cause ? String(cause.code) : 'no connection');
  }
  if (reply.status !== 200) throw new SearchError(String(reply.status));
  const { success, data } = schema.safeParse(reply.body);
  if (!success || reply.body === undefined) throw new SearchError('unreadable');
  return data;
}
