import { performance } from 'node:perf_hooks';
import { nextMark } from '../system/model-times.ts';
import type { Attempt, Outcome } from './journal.ts';

/** A text that must not be stored anywhere once its request has ended. */
export const SECRET_TEXT = 'a quixotic tangerine coat';

/** Prefix of every `Idempotency-Key`: it must not be stored either. */
export const SECRET_RETRY = 'quixotic-retry';

/** A user with an API key, whose requests are recorded. */
export type Client = ReturnType<typeof createClient>;

export type PostOptions = {
  /** By which its model calls are found. */
  readonly mark?: string;
  readonly body?: object;
  /** Sent as `Idempotency-Key`. */
  readonly idempotencyKey?: string;
  /** Sent as `Prefer`. */
  readonly prefer?: string;
  /** Disconnects. */
  readonly signal?: AbortSignal;
};

/** Longer than the gateways' own deadline. */
const TIMEOUT_MS = 30_000;

/** An `Idempotency-Key` for the request with this mark. */
export const retryKey = (mark: string): string => `${SECRET_RETRY}-${mark.replace(/\W+/g, '-')}`;

/** The request is sent to `url`. */
type Gateway = { readonly url: string };

/** A client of `user` that sends `selfie`, a text and what else a request needs, unless options override it. */
export function createClient(user: string, key: string, selfie: Uint8Array, attempts: Attempt[]) {
  const selfie_base64 = Buffer.from(selfie).toString('base64');

  async function send(gateway: Gateway, method: 'GET' | 'POST', path: string, options: PostOptions): Promise<Outcome> {
    const { mark, body, idempotencyKey, prefer, signal } = options;
    const named = idempotencyKey ? { idempotencyKey } : mark ? { mark } : {};
    const attempt: Attempt = { user, method, path, sentAt: performance.now(), ...named };
    attempts.push(attempt);
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    attempt.outcome = await exchange(gateway.url + path, {
      method,
      headers: {
        'x-api-key': key,
        'content-type': 'application/json',
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        ...(prefer ? { prefer } : {}),
      },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return attempt.outcome;
  }

  const post =
    (path: string, fieldsOf: (text: string) => object) =>
    (gateway: Gateway, options: PostOptions = {}) => {
      const mark = options.mark ?? nextMark();
      const body = { selfie_base64, ...fieldsOf(`${SECRET_TEXT}, ${mark}`), ...options.body };
      return send(gateway, 'POST', path, { ...options, mark, body });
    };
  return {
    user,
    key,
    get: (gateway: Gateway, path: string) => send(gateway, 'GET', path, {}),
    subscribe: (gateway: Gateway, url: string, events: readonly string[]) =>
      send(gateway, 'POST', '/webhooks', { body: { url, events } }),
    cancel: (gateway: Gateway, id: string) => send(gateway, 'POST', `/jobs/${id}/cancel`, {}),
    tryOn: post('/try_on_outfit', (clothing_description) => ({ clothing_description, mode: 'model_shot' })),
    generate: post('/generate_image', (clothing_description) => ({ clothing_description, mode: 'studio' })),
    style: post('/style_me', (occasion) => ({ occasion, num_outfits: 1 })),
    analyse: (gateway: Gateway, image_url: string) => send(gateway, 'POST', '/analyze_outfit', { body: { image_url } }),
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
