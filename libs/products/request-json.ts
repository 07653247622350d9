import { type Dispatcher, request } from 'undici';
import { SearchError } from './search-error.ts';

export type JsonRequest = {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent by POST as a form; without it the request is a GET. */
  readonly form?: URLSearchParams;
  readonly signal: AbortSignal;
};

/** Maximum size of a response, in bytes. Thumbnails may be data URIs. */
const MAX_BODY = 4 * 1024 * 1024;

/**
 * Makes one request and parses the JSON of a 200 response. No redirects, no retries.
 *
 * The URL may contain a key: neither it nor the client's errors, which may quote it, leave this function.
 *
 * @throws SearchError
 */
export async function requestJson(url: URL, { headers, form, signal }: JsonRequest): Promise<unknown> {
  let status: number;
  let text: string;
  try {
    const response = await request(url, {
      method: form ? 'POST' : 'GET',
      signal,
      headers: {
        accept: 'application/json',
        'user-agent': 'image-styling-service',
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(form && { body: form.toString() }),
    });
    status = response.statusCode;
    text = await readText(response.body);
  } catch (error) {
    if (error instanceof SearchError) throw error;
    throw new SearchError(signal.aborted ? 'timeout' : codeOf(error));
  }
  if (status !== 200) throw new SearchError(String(status));
  try {
    return JSON.parse(text);
  } catch {
    throw new SearchError('unreadable');
  }
}

async function readText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY) throw new SearchError('too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString();
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no connection';
