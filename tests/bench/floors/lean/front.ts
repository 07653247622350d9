import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, nanos } from '@nats-io/transport-node';
import pg from 'pg';
import { listenOn } from '../listen.ts';
import { admission } from './admission.ts';
import type { Accepted, Completed, Environment } from './environment.ts';
import { jpegSide } from './jpeg-side.ts';
import { connectStore } from './store.ts';

const MEMORY = { mem_storage: true, ack_policy: 'none', inactive_threshold: nanos(60_000) } as const;

/**
 * The same work as `POST /try_on_outfit`, and its main promises, in the leanest code: the key is read for each request, the slot
 * is exact, the picture's header is checked, the picture goes through the store, three events are acknowledged under ids of
 * their own, and the slot is free before the response. Without redelivery's bounds, idempotency keys, deadlines, telemetry,
 * logs, validation of events: 1.0x of it is not attainable.
 *
 * @param stream its name, of letters and `_`
 * @returns its address
 */
export async function start(stream: string, environment: Environment): Promise<string> {
  const { NATS_URL, DATABASE_URL } = environment;
  const nc = await connect({ servers: NATS_URL, noAsyncTraces: true });
  const { streams, consumers } = await jetstreamManager(nc);
  const js = jetstream(nc);
  const store = connectStore(environment);
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 4 });
  const gateway = newId('gw');
  const subjects = [`${stream}.>`];
  await streams.add({ name: stream, subjects, storage: 'file', duplicate_window: nanos(120_000) });
  await consumers.add(stream, { ...MEMORY, name: gateway, filter_subject: `${stream}.event.completed.${gateway}` });
  const waiting = new Map<string, (completed: Completed) => void>();
  await (await js.consumers.get(stream, gateway)).consume({
    max_messages: 1_000,
    callback(message) {
      const completed = message.json<Completed>();
      waiting.get(completed.request_id)?.(completed);
    },
  });
  const { admit, release } = admission(pool);

  async function answer(request: IncomingMessage): Promise<[status: number, body: object]> {
    const received_at = new Date().toISOString();
    const order = JSON.parse(await text(request));
    const selfie = Buffer.from(order.selfie_base64, 'base64');
    if (jpegSide(selfie) < 64) return [400, { error: 'not an image' }];
    const request_id = newId('req');
    const digest = createHash('sha256').update(String(request.headers['x-api-key'])).digest();
    const admitted = await admit({ digest, request_id });
    if (!admitted) return [429, { error: 'refused' }];
    const input = `requests/${request_id}`;
    await store.put(input, selfie);
    const completed = new Promise<Completed>((resolve) => waiting.set(request_id, resolve));
    const accepted: Accepted = { ...admitted, input, gateway, received_at, text: order.clothing_description };
    await js.publish(`${stream}.work`, JSON.stringify(accepted), { msgID: `${request_id}/accepted` });
    const { object } = await completed;
    waiting.delete(request_id);
    await release(admitted);
    return [200, { image_url: `${environment.S3_ENDPOINT}/${object}`, request_id }];
  }
  return listenOn(
    createServer(async (request, response: ServerResponse) => {
      const [status, body] = await answer(request);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }),
  );
}

const newId = (kind: string): string => `${kind}_${randomBytes(12).toString('hex')}`;
