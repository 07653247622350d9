import { performance } from 'node:perf_hooks';
import { markOf } from '../system/model-times.ts';
import type { Attempt, Journal, Outcome } from './journal.ts';

/** A text that must not be stored anywhere once its request has ended. */
export const SECRET_TEXT = 'a quixotic tangerine coat';

/** Prefix of every `Idempotency-Key`: it must not be stored either. */
export const SECRET_RETRY = 'quixotic-retry';

/** A user with an API key, whose requests are recorded in the journal. */
export type Client = {
  readonly user: string;
  readonly key: string;
  /** `url` of a gateway. */
  get(url: string, path: string): Promise<Outcome>;
  /** With `selfie_base64`, a text and a mode, unless `body` overrides them. */
  tryOn(url: string, options?: PostOptions): Promise<Outcome>;
  generate(url: string, options?: PostOptions): Promise<Outcome>;
  style(url: string, options?: PostOptions): Promise<Outcome>;
  analyse(url: string, imageUrl: string, options?: PostOptions): Promise<Outcome>;
};

export type PostOptions = {
  /** See {@link nextMark}. */
  readonly mark?: string;
  readonly body?: object;
  /** Sent as `Idempotency-Key`. */
  readonly idempotencyKey?: string;
  /** Disconnects. */
  readonly signal?: AbortSignal;
};

/** Longer than the gateways' own deadline. */
const TIMEOUT_MS = 30_000;

let marks = 0;
/** A mark that no request has yet. */
export const nextMark = (): string => markOf(++marks);

/** An `Idempotency-Key` for the request with this mark. */
export const retryKey = (mark: string): string => `${SECRET_RETRY}-${mark.replace(/\W+/g, '-')}`;

/** A client of `user` that sends `selfie`. */
export function createClient(user: string, key: string, selfie: Uint8Array, journal: Journal): Client {
  const selfie_base64 = Buffer.from(selfie).toString('base64');

  async function send(url: string, method: 'GET' | 'POST', path: string, options: PostOptions = {}): Promise<Outcome> {
    const { mark, body, idempotencyKey, signal } = options;
    const named = idempotencyKey ? { idempotencyKey } : mark ? { mark } : {};
    const attempt: Attempt = { user, method, path, sentAt: performance.now(), ...named };
    journal.attempts.push(attempt);
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    attempt.outcome = await exchange(url + path, {
      method,
      headers: {
        ...{ 'x-api-key': key, 'content-type': 'application/json' },
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return attempt.outcome;
  }

  const post = (url: string, path: string, usual: (mark: string) => object, options: PostOptions = {}) => {
    const mark = options.mark ?? nextMark();
    return send(url, 'POST', path, { ...options, mark, body: { ...usual(mark), ...options.body } });
  };
  const clothing_description = (mark: string) => `${SECRET_TEXT}, ${mark}`;
  return {
    user,
    key,
    get: (url, path) => send(url, 'GET', path),
    tryOn: (url, options) =>
      post(
        url,
        '/try_on_outfit',
        (mark) => ({ selfie_base64, clothing_description: clothing_description(mark), mode: 'model_shot' }),
        options,
      ),
    generate: (url, options) =>
      post(
        url,
        '/generate_image',
        (mark) => ({ selfie_base64, clothing_description: clothing_description(mark), mode: 'studio' }),
        options,
      ),
    style: (url, options) =>
      post(
        url,
        '/style_me',
        (mark) => ({ selfie_base64, occasion: clothing_description(mark), num_outfits: 1 }),
        options,
      ),
    analyse: (url, image_url, options = {}) =>
      send(url, 'POST', '/analyze_outfit', { ...options, body: { image_url, ...options.body } }),
  };
}

async function exchange(url: string, init: RequestInit): Promise<Outcome> {
  try {
    const response = await fetch(url, init);
    const body = (await response.json()) as Record<string, unknown>;
    const requestId = response.headers.get('x-request-id') ?? '';
    return { kind: 'answered', status: response.status, requestId, headers: response.headers, body };
  } catch {
    return { kind: 'broken' };
  }
}

/** The status of an answer; 0 when there was none. */
export const statusOf = (outcome: Outcome): number => (outcome.kind === 'answered' ? outcome.status : 0);
