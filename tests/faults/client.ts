import { setTimeout as sleep } from 'node:timers/promises';
import { photo } from '@styling/testing';
import sharp from 'sharp';
import type { Random } from './random.ts';
import { nextMark } from './system/model-times.ts';
import type { Replica } from './system/replica.ts';

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

/** `mark` finds the request's model calls, and is in the `Idempotency-Key` of a keyed one; `signal` disconnects. */
export type PostOptions = {
  readonly mark?: string;
  readonly isKeyed?: boolean;
  readonly prefer?: string;
  readonly signal?: AbortSignal;
};

/** Longer than the gateways' own deadline. */
const TIMEOUT_MS = 30_000;

const original = sharp(await photo('grace-hopper.jpg'));
/** A JPEG of a person, small enough to be sent often, in base64. */
export const SELFIE = (await original.resize(320).jpeg().toBuffer()).toString('base64');

export type Client = ReturnType<typeof createClient>;

type Gateway = { readonly url: string };

/** Records its requests in `attempts`. */
export function createClient(user: string, key: string, attempts: Attempt[]) {
  async function send(
    gateway: Gateway,
    request: `${'GET' | 'POST'} ${string}`,
    body?: object,
    { mark, isKeyed, prefer, signal }: PostOptions = {},
  ): Promise<Answer> {
    const [method = '', path = ''] = request.split(' ');
    const idempotencyKey = isKeyed ? `${SECRET_RETRY}-${mark}` : undefined;
    const named = isKeyed ? { idempotencyKey } : { mark };
    const isCounted = body !== undefined && path !== '/webhooks';
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
      const body = { selfie_base64: SELFIE, ...fieldsOf(`${SECRET_TEXT}, ${mark}`) };
      return send(gateway, `POST ${path}`, body, { ...options, mark });
    };
  return {
    user,
    key,
    get: (gateway: Gateway, path: string) => send(gateway, `GET ${path}`),
    subscribe: (gateway: Gateway, json: { url: string; events: string[] }) => send(gateway, 'POST /webhooks', json),
    cancel: (gateway: Gateway, id: string) => send(gateway, `POST /jobs/${id}/cancel`),
    tryOn: post('/try_on_outfit', (clothing_description) => ({ clothing_description, mode: 'model_shot' })),
    generate: post('/generate_image', (clothing_description) => ({ clothing_description, mode: 'studio' })),
    style: post('/style_me', (occasion) => ({ occasion, num_outfits: 1 })),
    analyse: (gateway: Gateway, image_url: string) => send(gateway, 'POST /analyze_outfit', { image_url }),
  };
}

const TRIES = 20;
const PAUSE_AFTER_SUCCESS_MS = 700;
const PAUSE_AFTER_FAILURE_MS = 300;

/** Each client sends requests in turn; `notFound` gets its pictures that were not found. @returns stops it */
export function startLoad(
  gateways: readonly Replica[],
  clients: readonly Client[],
  random: Random,
  notFound: string[],
): () => Promise<void> {
  let isOver = false;
  const anyGateway = () => random.choose(gateways);
  const loop = async (client: Client) => {
    let image: { image_id: string; image_url: string } | undefined;
    while (!isOver) {
      const gateway = anyGateway();
      const dice = random.next();
      let answer: Answer;
      if (dice < 0.1) answer = await client.generate(gateway);
      else if (dice < 0.2) answer = await client.style(gateway);
      else if (dice < 0.3 && image) answer = await client.analyse(gateway, image.image_url);
      else if (dice < 0.4) answer = await client.get(gateway, '/usage');
      else if (dice < 0.5 && image) {
        answer = await client.get(gateway, `/images/${image.image_id}`);
        if (answer.status === 404) notFound.push(image.image_id);
      } else {
        answer = dice > 0.85 ? await untilAnswered(client) : await client.tryOn(gateway);
        if (answer.status === 200) image = answer.body as typeof image;
      }
      await sleep(answer.status === 200 ? PAUSE_AFTER_SUCCESS_MS : PAUSE_AFTER_FAILURE_MS);
    }
  };
  /** Retries with an `Idempotency-Key` on any gateway until it succeeds, and then once more. */
  const untilAnswered = async (client: Client): Promise<Answer> => {
    const mark = nextMark();
    const ask = () => client.tryOn(anyGateway(), { mark, isKeyed: true });
    let answer = await ask();
    for (let tries = 1; tries < TRIES && answer.status !== 200; tries++) {
      await sleep(PAUSE_AFTER_FAILURE_MS);
      answer = await ask();
    }
    await ask();
    return answer;
  };
  const loops = clients.map(loop);
  return async () => {
    isOver = true;
    await Promise.all(loops);
  };
}
