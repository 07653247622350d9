import type { Attempt, AttemptOptions, Reply } from './attempt.ts';

/** `fetch`, as vendors' npm clients take it. */
export type ClientFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Options of one call. `headers` are added to those of the client. */
export type CallOptions = Pick<AttemptOptions, 'timeoutMs' | 'signal' | 'headers'>;

/** A status that no client retries. */
const NOT_RETRIED = 418;
const NEVER_SENT = { outcome: 'unsent', cause: new Error('the client sent nothing') } as const satisfies Reply;

/**
 * Makes one call by a vendor's npm client, over a `fetch` that makes exactly one request, whatever the client would repeat
 * (429, 5xx, a broken connection), and returns the reply itself, not what the client makes of it: its errors may hold the token,
 * lose `Retry-After`, or cannot distinguish a lost request from one that was never sent.
 *
 * @param use creates the client with this `fetch`, and makes the call
 */
export async function callThrough(
  attempt: Attempt,
  options: CallOptions,
  use: (fetch: ClientFetch) => Promise<unknown>,
): Promise<Reply> {
  let reply: Reply | undefined;
  const fetch: ClientFetch = async (input, { method = 'GET', headers, body } = {}) => {
    if (reply === undefined) {
      reply = await attempt(input instanceof Request ? input.url : input, {
        ...options,
        method: method as AttemptOptions['method'],
        headers: { ...Object.fromEntries(new Headers(headers)), ...options.headers },
        body: body as string | FormData | undefined,
      });
    }
    const isDone = reply.outcome === 'answered' && reply.status < 300;
    return isDone ? Response.json({}) : new Response(null, { status: NOT_RETRIED });
  };
  try {
    await use(fetch);
  } catch (cause) {
    return reply ?? { outcome: 'unsent', cause };
  }
  return reply ?? NEVER_SENT;
}
