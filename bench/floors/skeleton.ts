import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { connectObjectStore, type ObjectStoreOptions } from '@styling/objectstore';
import { inBatches } from '@styling/service';
import express from 'express';
import pg from 'pg';
import { listenOn } from './listen.ts';

const connectTo = (servers: string) => connect({ servers, noAsyncTraces: true });

/**
 * The minimum of a counted request: one admission statement, batched while another is in flight, publish, and the response
 * when the worker has published `completed`. With a store, the picture is passed through it.
 * @param stream its name, of letters and `_`
 */
export async function start(
  stream: string,
  natsUrl: string,
  databaseUrl: string,
  s3?: ObjectStoreOptions,
): Promise<string> {
  const nc = await connectTo(natsUrl);
  const { streams } = await jetstreamManager(nc);
  await streams.add({ name: stream, subjects: [`${stream}.accepted.*`, `${stream}.completed.*`], storage: 'file' });
  const js = jetstream(nc);
  const store = s3 && connectObjectStore(s3);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const statement = `update floor.account set used = used + 1
    from unnest($1::text[]) as asking (id) where user_id = id returning user_id`;
  const admit = inBatches(async (users: readonly string[]) => {
    await pool.query({ name: 'admit', text: statement, values: [users] });
    return users;
  });
  const waiting = new Map<string, () => void>();
  nc.subscribe(`${stream}.completed.*`, {
    callback: (_, { subject }) => waiting.get(subject.slice(subject.lastIndexOf('.') + 1))?.(),
  });
  const app = express().disable('etag').disable('x-powered-by');
  app.post('/', async (request, response) => {
    const order = JSON.parse(await text(request));
    const id = randomUUID();
    await admit(request.get('x-user') ?? '');
    const completed = new Promise<void>((resolve) => waiting.set(id, resolve));
    await store?.put(`requests/${id}`, Buffer.from(order.selfie_base64, 'base64'), 'image/jpeg');
    await js.publish(`${stream}.accepted.${id}`, JSON.stringify({ id, note: 'x'.repeat(500) }), { msgID: id });
    await completed;
    waiting.delete(id);
    response.json({ image_id: id });
  });
  return listenOn(createServer(app));
}

/** In another process: consumes requests, 64 at once, and publishes `completed` for each. */
export async function work(stream: string, natsUrl: string, s3?: ObjectStoreOptions): Promise<void> {
  const nc = await connectTo(natsUrl);
  const js = jetstream(nc);
  const store = s3 && connectObjectStore(s3);
  const { consumers } = await jetstreamManager(nc);
  const config = { durable_name: 'worker', ack_policy: 'explicit', filter_subject: `${stream}.accepted.*` } as const;
  await consumers.add(stream, config);
  const messages = await (await js.consumers.get(stream, 'worker')).consume({ max_messages: 64 });
  const handle = async (message: typeof messages extends AsyncIterable<infer M> ? M : never) => {
    const { id } = message.json<{ id: string }>();
    const found = await store?.get(`requests/${id}`);
    if (found) await store?.put(`images/${id}`, found.bytes, 'image/jpeg');
    await store?.delete(`requests/${id}`);
    const event = JSON.stringify({ id, note: 'x'.repeat(500) });
    await js.publish(`${stream}.completed.${id}`, event, { msgID: `${id}/completed` });
    message.ack();
  };
  void (async () => {
    for await (const message of messages) void handle(message);
  })();
}
