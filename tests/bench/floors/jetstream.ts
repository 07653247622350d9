import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';

const STREAM = 'FLOOR_LOG';

/** Publishes messages of an event's size with ids, `window` unacknowledged at once. @returns acknowledged a second */
export async function publish(natsUrl: string, window: number, seconds: number): Promise<number> {
  const nc = await connect({ servers: natsUrl, noAsyncTraces: true });
  const js = jetstream(nc);
  await (await jetstreamManager(nc)).streams.add({ name: STREAM, subjects: ['floor.log'], storage: 'file' });
  const run = `${Date.now()}`;
  const end = performance.now() + seconds * 1000;
  let messages = 0;
  const one = async (lane: number) => {
    for (let serial = 0; performance.now() < end; serial++, messages++) {
      await js.publish('floor.log', 'x'.repeat(600), { msgID: `${run}-${lane}-${serial}` });
    }
  };
  await Promise.all(Array.from({ length: window }, (_, lane) => one(lane)));
  await nc.close();
  return messages / seconds;
}

/** Consumes what {@link publish} published, acknowledging each message. @returns messages a second */
export async function consume(natsUrl: string): Promise<number> {
  const nc = await connect({ servers: natsUrl, noAsyncTraces: true });
  const { consumers, streams } = await jetstreamManager(nc);
  const name = `floor-${Date.now()}`;
  await consumers.add(STREAM, { durable_name: name, ack_policy: 'explicit', max_ack_pending: 10_000 });
  const total = (await streams.info(STREAM)).state.messages;
  const messages = await (await jetstream(nc).consumers.get(STREAM, name)).consume({ max_messages: 500 });
  const begin = performance.now();
  let consumed = 0;
  for await (const message of messages) {
    message.ack();
    if (++consumed === total) break;
  }
  const seconds = (performance.now() - begin) / 1000;
  await consumers.delete(STREAM, name);
  await nc.close();
  return consumed / seconds;
}
