import { createHash, randomBytes } from 'node:crypto';
import { type JetStreamClient, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import sharp from 'sharp';
import type { Accepted, Completed, Created, Environment } from './environment.ts';
import { projectRows } from './project-rows.ts';
import { connectStore } from './store.ts';

const CONCURRENCY = 64;

/** The worker and the projector of {@link ./front.ts}, in another process. */
export async function work(stream: string, environment: Environment): Promise<void> {
  const { NATS_URL, DATABASE_URL } = environment;
  const nc = await connect({ servers: NATS_URL, noAsyncTraces: true });
  const js = jetstream(nc);
  const { consumers } = await jetstreamManager(nc);
  const own = { durable_name: 'worker', filter_subject: `${stream}.work`, max_ack_pending: CONCURRENCY };
  await consumers.add(stream, { ...own, ack_policy: 'explicit' });
  const all = { durable_name: 'projector', filter_subject: `${stream}.event.>` };
  await consumers.add(stream, { ...all, ack_policy: 'none', deliver_policy: 'all' });

  const make = await worker(stream, js, environment);
  await (await js.consumers.get(stream, 'worker')).consume({
    max_messages: CONCURRENCY,
    callback: (message) => void make(message.json<Accepted>()).then(() => message.ack()),
  });
  const database = new pg.Client(DATABASE_URL);
  await database.connect();
  const project = projectRows(database);
  await (await js.consumers.get(stream, 'projector')).consume({
    max_messages: 2_000,
    callback: (message) => project({ seq: message.seq, event: message.json<Created | Completed>() }),
  });
}

/** Takes the input, stores a picture, and publishes both events; the input is gone before the delivery is acknowledged. */
async function worker(stream: string, js: JetStreamClient, environment: Environment) {
  const store = connectStore(environment);
  const background = { r: 200, g: 180, b: 160 };
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return async ({ input, gateway, received_at, ...request }: Accepted): Promise<void> => {
    await store.get(input);
    const { request_id, user_id, key_id } = request;
    const image_id = `img_${randomBytes(12).toString('hex')}`;
    const object = `images/${image_id}.jpg`;
    const sha256 = createHash('sha256').update(picture).digest('hex');
    await store.put(object, picture);
    const latency_ms = Date.now() - Date.parse(received_at);
    const created = { request_id, user_id, key_id, image_id, object, sha256, created_at: new Date().toISOString() };
    const completed = { request_id, user_id, key_id, object, received_at, latency_ms };
    await Promise.all([
      js.publish(`${stream}.event.created`, JSON.stringify(created), { msgID: `${image_id}/created` }),
      js.publish(`${stream}.event.completed.${gateway}`, JSON.stringify(completed), {
        msgID: `${request_id}/completed`,
      }),
      store.delete(input),
    ]);
  };
}
