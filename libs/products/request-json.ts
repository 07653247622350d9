import { Agent, errors, request } from 'undici';
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

export type JsonRequest<Schema extends z.ZodType> = {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent by POST as a form; without it the request is a GET. */
  readonly form?: Readonly<Record<string, string>>;
  readonly schema: Schema;
  readonly signal: AbortSignal;
};

/** Limits a response, in bytes. Thumbnails may be data URIs. */
const dispatcher = new Agent({ maxResponseSize: 4 * 1024 * 1024 });

/**
 * Makes one request and parses the JSON of a 200 response with `schema`. No redirects, no retries.
 *
 * The URL may contain a key: neither it nor the client's errors, which may quote it, leave this function.
 *
 * @throws SearchError
 */
export async function requestJson<Schema extends z.ZodType>(
  url: URL,
  { headers, form, schema, signal }: JsonRequest<Schema>,
): Promise<z.output<Schema>> {
  let status: number;
  let text: string;
  try {
    const response = await request(url, {
      method: form ? 'POST' : 'GET',
      dispatcher,
      signal,
      headers: {
        accept: 'application/json',
        'user-agent': 'image-styling-service',
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(form && { body: new URLSearchParams(form).toString() }),
    });
    status = response.statusCode;
    text = await response.body.text();
  } catch (error) {
    throw new SearchError(signal.aborted ? 'timeout' : codeOf(error));
  }
  if (status !== 200) throw new SearchError(String(status));
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new SearchError('unreadable');
  }
}

function codeOf(error: unknown): string {
  if (error instanceof errors.ResponseExceededMaxSizeError) return 'too long';
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no connection';
}
