import { errors } from 'undici';

/** A status other than 200: cause of an `unreachable_url` or `url_unavailable`. */
export class UnexpectedStatus extends Error {
  override readonly name = 'UnexpectedStatus';
  readonly status: number;
  /** Wait that the server asks for. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, retryAfterMs?: number) {
    super(`status ${status}`);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A `Retry-After` header in ms: seconds or a date (RFC 9110, section 10.2.3); undefined without a valid one. */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number | undefined {
  const ms = /^\d+$/.test(String(header)) ? Number(header) * 1000 : Date.parse(String(header)) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Failure that only this library finds, with a `code` like those of Node.js. */
export const failure = (code: 'ENODATA' | 'TOO_MANY_REDIRECTS'): Error => Object.assign(new Error(code), { code });

/** Quotes neither the server nor its address. */
export type Failure = {
  /** From a closed set; deliveries of webhooks record it. */
  readonly code: string;
  /** For the client that gave the address. */
  readonly words: string;
  readonly isTransient: boolean;
};

const lasting = (code: string, words: string): Failure => ({ code, words, isTransient: false });
const transient = (code: string, words: string): Failure => ({ code, words, isTransient: true });

const NAME = 'name_not_resolved';
const notLookedUp = transient(NAME, 'the host name could not be looked up');
const refused = transient('connection_refused', 'the server refused the connection');
const cutOff = transient('connection_reset', 'the server closed the connection before its answer was complete');
const late = transient('timeout', 'the server did not answer in time');
const invalid = lasting('invalid_response', 'the answer of the server is not valid HTTP');
const unconnected = lasting('connection_failed', 'no connection to the server could be made');

const CODES: readonly (readonly [Failure, ...string[]])[] = [
  [lasting(NAME, 'the host name does not exist, or has no address'), 'ENOTFOUND', 'ENODATA'],
  [notLookedUp, 'ESERVFAIL', 'EREFUSED', 'EAI_AGAIN', 'ETIMEOUT'],
  [refused, 'ECONNREFUSED'],
  [cutOff, 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'],
  [late, 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'],
  [invalid, 'UND_ERR_HEADERS_OVERFLOW'],
  [lasting('too_many_redirects', 'the address redirects too many times'), 'TOO_MANY_REDIRECTS'],
];

/** Keyed by the code of OpenSSL or Node.js. */
const CERTIFICATE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not valid yet',
  CERT_REVOKED: 'revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'issued for another host name',
  UNABLE_TO_GET_ISSUER_CERT: 'its issuer is not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is not known',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its issuer is not known, or an intermediate certificate is missing',
};

/** RFC 9110: too early, too often, or a failure of the server other than lacking support. */
const isTransientStatus = (status: number): boolean =>
  [408, 425, 429].includes(status) || (status >= 500 && ![501, 505].includes(status));

/** Classifies an error of connection, TLS or name lookup, or an {@link UnexpectedStatus}. */
export function failureOf(error: unknown): Failure {
  if (error instanceof UnexpectedStatus) {
    const words = `the server answered ${error.status}`;
    return { code: 'unexpected_status', words, isTransient: isTransientStatus(error.status) };
  }
  if (error instanceof errors.HTTPParserError) return invalid;
  const { code = '', syscall = '' } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  const [known] = CODES.find(([, ...codes]) => codes.includes(String(code))) ?? [];
  // The name server, not the server, refused the connection.
  if (known === refused && String(syscall).startsWith('query')) return notLookedUp;
  if (known) return known;
  const reason = CERTIFICATE[String(code)];
  if (reason) return lasting('tls_failed', `the certificate of the server is not valid: ${reason}`);
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/.test(String(code)))
    return lasting('tls_failed', 'no TLS connection to the server could be made');
  return String(code).startsWith('HPE_') ? invalid : unconnected;
}
