import { ServiceError } from '@styling/service';
import { Agent, errors, request } from 'undici';
import { checkUrl } from './check-url.ts';
import { guardedLookup } from './guarded-lookup.ts';
import { type Resolve, resolveByDns } from './resolve-host.ts';
import type { UrlPolicy } from './url-policy.ts';

/** One POST to an address that a client chose. */
export type GuardedPost = {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** From the resolution of the name to the head of the response, in ms. */
  readonly timeoutMs: number;
  readonly policy: UrlPolicy;
  /** Resolver of host names; default {@link resolveByDns}. */
  readonly resolve?: Resolve;
};

/** How a POST ended: the head of a response, or a code that says why there was none. */
export type PostOutcome = {
  readonly status: number | null;
  readonly failure: string | null;
  readonly retryAfter?: string | undefined;
};

/** What is read of a response's body, to let the receiver finish: nothing is kept of it. */
const BODY_BYTES = 4_096;
const BODY_WITHIN_MS = 1_000;

/**
 * Sends a POST, protected against SSRF as `fetchImage` is: the name is resolved again, and every address checked. No redirect is
 * followed, and nothing of the response's body is returned. Never throws for what the receiver does.
 */
export async function postGuarded(url: string, post: GuardedPost): Promise<PostOutcome> {
  const { body, headers, timeoutMs, policy, resolve = resolveByDns() } = post;
  const signal = AbortSignal.timeout(timeoutMs);
  const agent = new Agent({
    allowH2: false,
    connect: { lookup: guardedLookup(resolve, 'url', policy, signal), timeout: timeoutMs },
  });
  try {
    const target = checkUrl(url, 'url', policy);
    const response = await request(target, { method: 'POST', dispatcher: agent, signal, headers, body });
    response.body.on('error', () => {});
    const retryAfter = response.headers['retry-after'];
    await response.body.dump({ limit: BODY_BYTES, signal: AbortSignal.timeout(BODY_WITHIN_MS) }).catch(() => undefined);
    return {
      status: response.statusCode,
      failure: null,
      ...(typeof retryAfter === 'string' && { retryAfter }),
    };
  } catch (error) {
    return { status: null, failure: signal.aborted ? 'timeout' : failureOf(error) };
  } finally {
    // No connection outlives the checks made for it.
    await agent.destroy();
  }
}

const FAILURES: Readonly<Record<string, string>> = {
  invalid_url: 'invalid_url',
  forbidden_url: 'forbidden_address',
  unreachable_url: 'name_not_resolved',
  ENOTFOUND: 'name_not_resolved',
  ENODATA: 'name_not_resolved',
  ESERVFAIL: 'name_not_resolved',
  EREFUSED: 'name_not_resolved',
  ETIMEOUT: 'name_not_resolved',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
};

/** A code of a closed set: messages of errors can contain addresses. */
function failureOf(error: unknown): string {
  if (error instanceof errors.HTTPParserError) return 'invalid_response';
  const code = error instanceof ServiceError ? error.code : String((error as { code?: unknown } | null)?.code ?? '');
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/.test(code)) return 'tls_failed';
  if (/^(HPE_|UND_ERR_HEADERS_OVERFLOW)/.test(code)) return 'invalid_response';
  return FAILURES[code] ?? 'connection_failed';
}
