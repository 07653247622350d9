import { photo } from '@styling/testing';
import sharp from 'sharp';
import { nextMark } from './system/model-times.ts';

/** Status 0 alone: the connection broke, or no answer came in time. */
export type Answer = {
  readonly status: number;
  readonly requestId: string;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
};

/** Without a mark if it has an `Idempotency-Key`: a retry after an internal failure may cost a second model call. */
export type Attempt = {
  readonly user: string;
  readonly path: string;
  readonly isCounted: boolean;
  readonly mark?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  answer: Answer;
};

const NO_ANSWER: Answer = { status: 0, requestId: '', headers: new Headers(), body: {} };

/** Must not be stored once its request has ended. */
const SECRET_TEXT = 'a quixotic tangerine coat';

/** Prefix of every `Idempotency-Key`; must not be stored either. */
export const SECRET_RETRY = 'quixotic-retry';

/** Makes an `Idempotency-Key` for the request with this mark. */
export const retryKey = (mark: string): string => `${SECRET_RETRY}-${mark.replace(/\W+/g, '-')}`;

/** `mark` finds the request's model calls, `signal` disconnects. */
export type PostOptions = {
  readonly mark?: string;
  readonly body?: object;
  readonly idempotencyKey?: string | undefined;
  readonly prefer?: string;
  readonly signal?: AbortSignal;
};

/** Longer than the gateways' own deadline. */
const TIMEOUT_MS = 30_000;

/** A JPEG of a person, 320 pixels wide: small enough to be sent often. */
export const aSelfie = async (): Promise<Buffer> =>
  sharp(await photo('grace-hopper.jpg'))
    .resize(320)
    .jpeg()
    .toBuffer();

export type Client = ReturnType<typeof createClient>;

type Gateway = { readonly url: string };

/** Records its requests in `attempts`; sends `selfie` and a text unless options override them. */
export function createClient(user: string, key: string, selfie: Buffer, attempts: Attempt[]) {
  const selfie_base64 = selfie.toString('base64');

  async function send(gateway: Gateway, method: 'GET' | 'POST', path: string, options: PostOptions, isCounted = false) {
    const { mark, body, idempotencyKey, prefer, signal } = options;
    const named = idempotencyKey ? { idempotencyKey } : { mark };
    const attempt: Attempt = { user, path, isCounted, ...named, answer: NO_ANSWER };
    attempts.push(attempt);
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const response = await fetch(gateway.url + path, {
        method,
        headers: {
          'x-api-key': key,
          'content-type': 'application/json',
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
          ...(prefer && { prefer }),
        },
        body: body ? JSON.stringify(body) : null,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      const { status, headers } = response;
      const requestId = headers.get('x-request-id') ?? '';
      attempt.answer = { status, requestId, headers, body: (await response.json()) as Answer['body'] };
    } catch {
      // The connection broke, or no answer came in time.
    }
    return attempt.answer;
  }
  const post =
    (path: string, fieldsOf: (text: string) => object) =>
    (gateway: Gateway, { mark = nextMark(), ...options }: PostOptions = {}) => {
      const body = { selfie_base64, ...fieldsOf(`${SECRET_TEXT}, ${mark}`), ...options.body };
      return send(gateway, 'POST', path, { ...options, mark, body }, true);
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
    analyse: (gateway: Gateway, image_url: string) =>
      send(gateway, 'POST', '/analyze_outfit', { body: { image_url } }, true),
  };
}
