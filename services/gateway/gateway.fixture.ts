import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { answerQueries, consumeEvents, publish } from '@styling/bus';
import {
  type Capability,
  capabilities,
  createEvent,
  type OutfitAnalysis,
  type QueryDefinition,
  type RequestAccepted,
  type RequestResult,
  requestCompleted,
  type StyleMeResult,
  startRequest,
  subjects,
} from '@styling/contracts';
import { connectDatabase, migrate } from '@styling/database';
import { objectNames } from '@styling/objectstore';
import { silentLogger } from '@styling/telemetry';
import { photo, startTestServers, type TestServers } from '@styling/testing';
import type { Kysely } from 'kysely';
import sharp from 'sharp';
import type { z } from 'zod';
import type { GatewayDependencies } from './dependencies.ts';
import { defaultLimits, type GatewayLimits } from './http/capacity.ts';
import { type RunningGateway, startGateway } from './service.ts';

/** Does an accepted request, or not, as a test likes. */
export type Work = (event: RequestAccepted) => Promise<void>;

const DAY_MS = 86_400_000;
const SINCE_NOON_MS = (Date.now() + DAY_MS / 2) % DAY_MS;

/** A clock that runs as the real one does from noon UTC: whenever tests run that count a day's requests, no midnight comes. */
export const fromNoon = (): Date => new Date(Date.now() - SINCE_NOON_MS);

/** A request to a gateway, by default to the first: a POST if it has a body, else a GET. */
export type Sent = {
  readonly method?: string;
  readonly body?: object | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly at?: { readonly port: number };
  readonly signal?: AbortSignal;
};

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: Record<string, unknown> };

/** Two gateways on real servers, and one worker that stands in for every capability. */
export type TestGateways = {
  readonly servers: TestServers;
  readonly db: Kysely<unknown>;
  /** What the gateways are made of, to start another. */
  readonly deps: GatewayDependencies;
  readonly gateway: RunningGateway;
  readonly otherGateway: RunningGateway;
  /** Answers a query in place of the service that does, until the gateways stop. */
  answer<Request extends z.ZodType, Reply extends z.ZodType>(
    query: QueryDefinition<Request, Reply>,
    handler: Parameters<typeof answerQueries<Request, Reply>>[2],
  ): void;
  /** Says what the worker does from now on; at first it completes every request at once. */
  setWork(work: Work): void;
  /** Ends a request as its capability would: 200 with a result (and what `result` adds), or the error of the status with the text `failed`. */
  complete(event: RequestAccepted, status?: 200 | 400 | 500, result?: Partial<RequestResult>): Promise<void>;
  /** Leaves requests with the worker, which begins them, until they are let go to `end`. */
  holdWork(): { readonly taken: Promise<RequestAccepted>; readonly end: (status?: 200 | 400 | 500) => void };
  /** Sends a request with a key. */
  ask(key: string, path: string, sent?: Sent): Promise<Answer>;
  /** Sends a request to `POST /try_on_outfit` that is taken; `body` changes its fields. */
  tryOn(key: string, sent?: Sent): Promise<Answer>;
  stop(): Promise<void>;
};

/** Starts them; `clock` is read by both gateways. @param options `duplicateWindowMs`: that of the streams; `workers`: default all */
export async function startTestGateways({
  duplicateWindowMs,
  workers: served = capabilities,
  limits = {},
  ...options
}: Pick<GatewayDependencies, 'dailyLimit' | 'clock'> &
  Partial<Pick<GatewayDependencies, 'requestTimeoutMs' | 'sweepGraceMs' | 'dailyBudgetUsd'>> & {
    duplicateWindowMs?: number;
    limits?: Partial<GatewayLimits>;
    workers?: readonly Capability[];
  }): Promise<TestGateways> {
  const servers = await startTestServers(duplicateWindowMs ? { duplicateWindowMs } : {});
  const db = connectDatabase({ url: servers.postgres.url, schema: 'gateway', log: silentLogger() });
  await migrate(db, 'gateway', fileURLToPath(new URL('./migrations', import.meta.url)));
  const deps: GatewayDependencies = {
    name: 'gateway-1',
    bus: servers.bus,
    db,
    store: servers.store,
    log: silentLogger(),
    random: randomBytes,
    requestTimeoutMs: 20_000,
    sweepGraceMs: 30_000,
    orphanMarginMs: 300_000,
    imageStoreUrl: 'http://images.example/bucket',
    version: '1.2.3',
    dailyBudgetUsd: undefined,
    portalUrl: undefined,
    limits: { ...defaultLimits, ...limits },
    ...options,
  };
  const complete: TestGateways['complete'] = (event, status = 200, result = {}) =>
    completeRequest(servers, event, status, result);
  let work: Work = (event) => complete(event);
  const workerBus = await servers.connect('worker');
  const startWorker = (capability: Capability) =>
    consumeEvents(workerBus, {
      durable: capability,
      filter: subjects.accepted(capability),
      concurrency: 8,
      ackWaitMs: 10_000,
      log: silentLogger(),
      handle: async (event) => {
        if (event.type === 'request.accepted') await work(event);
      },
    });
  const workers = await Promise.all(served.map(startWorker));
  const gateway = await startGateway(deps, 0);
  const otherGateway = await startGateway({ ...deps, name: 'gateway-2', bus: await servers.connect('other') }, 0);
  const selfie_base64 = (await smallPhoto()).toString('base64');
  const outfit = { selfie_base64, clothing_description: 'a red coat', mode: 'model_shot' };
  const ask: TestGateways['ask'] = async (key, path, { body, headers, at = gateway, ...init } = {}) => {
    const response = await fetch(`http://127.0.0.1:${at.port}${path}`, {
      method: body ? 'POST' : 'GET',
      ...init,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
  };
  return {
    servers,
    db,
    deps,
    gateway,
    otherGateway,
    complete,
    answer(query, handler) {
      answerQueries(servers.bus, query, handler, { queue: 'stand-in', log: silentLogger() });
    },
    setWork(wanted) {
      work = wanted;
    },
    holdWork() {
      const taken = Promise.withResolvers<RequestAccepted>();
      const ended = Promise.withResolvers<200 | 400 | 500>();
      work = async (event) => {
        await publish(servers.bus, startRequest(event.data, event.data.capability as Capability, new Date()));
        taken.resolve(event);
        await complete(event, await ended.promise);
      };
      return { taken: taken.promise, end: (status = 200) => ended.resolve(status) };
    },
    ask,
    tryOn: (key, sent) => ask(key, '/try_on_outfit', { ...sent, body: { ...outfit, ...sent?.body } }),
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await gateway.stop();
      await otherGateway.stop();
      await db.destroy();
      await servers.stop();
    },
  };
}

/** A photograph small enough to be sent hundreds of times. */
export const smallPhoto = async (): Promise<Buffer> =>
  sharp(await photo('grace-hopper.jpg'))
    .resize(100)
    .toBuffer();

async function completeRequest(
  servers: TestServers,
  event: RequestAccepted,
  status: 200 | 400 | 500,
  result: Partial<RequestResult>,
): Promise<void> {
  const { request_id, user_id, key_id, endpoint, gateway, received_at } = event.data;
  const capability = event.data.capability as Capability;
  const error =
    status === 200 ? null : ({ code: status === 400 ? 'no_person' : 'internal', message: 'failed' } as const);
  const completed = createEvent(requestCompleted, `/services/${capability}`, new Date(), {
    request_id,
    user_id,
    key_id,
    endpoint,
    gateway,
    received_at,
    status,
    error,
    answered_by: capability,
    latency_ms: 1,
    result: status === 200 ? { ...(await storeResult(servers, event)), ...result } : null,
  });
  await publish(servers.bus, completed);
}

async function storeResult({ store }: TestServers, { data }: RequestAccepted): Promise<RequestResult> {
  const [image_id = null] = data.image_ids;
  if (data.endpoint === '/try_on_outfit' && image_id)
    return { image_id, object: objectNames.image(image_id), mime_type: 'image/jpeg' };
  const object = objectNames.result(data);
  if (data.capability === 'tryon') {
    await store.put(object, await smallPhoto(), 'image/jpeg');
    return { image_id: null, object, mime_type: 'image/jpeg' };
  }
  const advice = { description: 'a look', items: ['a coat'], style: 'casual', object: null, mime_type: 'image/jpeg' };
  const result = data.capability === 'style' ? { outfits: data.image_ids.map(() => advice) } : { items: [] };
  await store.put(
    object,
    Buffer.from(JSON.stringify(result satisfies StyleMeResult | OutfitAnalysis)),
    'application/json',
  );
  return { image_id: null, object, mime_type: 'application/json' };
}
