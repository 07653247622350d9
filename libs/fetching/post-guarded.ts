import type { ErrorCode } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { request } from 'undici';
import { failureOf } from './failure.ts';
import { guardedAgent, type Resolve, resolveByDns } from './resolve-host.ts';
import { checkUrl, type UrlPolicy } from './url-policy.ts';

export type GuardedPost = {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Up to the head of the response, name resolution included. */
  readonly timeoutMs: number;
  readonly policy: UrlPolicy;
  /** Default {@link resolveByDns}. */
  readonly resolve?: Resolve;
};

/** Head of a response, or a failure code. */
export type PostOutcome = {
  readonly status: number | null;
  readonly failure: string | null;
  readonly retryAfter?: string | undefined;
};

/** Read and dropped, to let the receiver finish. */
const BODY_BYTES = 4_096;
const BODY_WITHIN_MS = 1_000;

/** Guarded against SSRF like `fetchImage`. No redirects, no body returned, never throws for what the receiver does. */
export async function postGuarded(url: string, post: GuardedPost): Promise<PostOutcome> {
  const { body, headers, timeoutMs, policy, resolve = resolveByDns() } = post;
  const signal = AbortSignal.timeout(timeoutMs);
  const agent = guardedAgent({ resolve, field: 'url', policy, signal, timeoutMs });
  try {
    const target = checkUrl(url, 'url', policy);
    const response = await request(target, { method: 'POST', dispatcher: agent, signal, headers, body });
    response.body.on('error', () => {});
    const retryAfter = response.headers['retry-after'];
    await response.body.dump({ limit: BODY_BYTES, signal: AbortSignal.timeout(BODY_WITHIN_MS) }).catch(() => undefined);
    return { status: response.statusCode, failure: null, ...(typeof retryAfter === 'string' && { retryAfter }) };
  } catch (error) {
    const refusal = error instanceof ServiceError ? REFUSALS[error.code] : undefined;
    // From a closed set: messages of errors can contain addresses.
    return { status: null, failure: signal.aborted ? 'timeout' : (refusal ?? failureOf(error).code) };
  } finally {
    // No connection outlives the checks made for it.
    await agent.destroy();
  }
}

/** Addresses refused before anything is sent. */
const REFUSALS: Partial<Record<ErrorCode, string>> = { invalid_url: 'invalid_url', forbidden_url: 'forbidden_address' };
