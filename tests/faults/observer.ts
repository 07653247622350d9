import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type MsgHdrs } from '@nats-io/transport-node';
import { EVENTS_STREAM, type EventStream } from '@styling/contracts';

/** A message of the log as an independent reader sees it. */
export type Observed = {
  readonly seq: number;
  /** Empty for a message that is not an event. */
  readonly id: string;
  readonly type: string;
  /** The publisher's clock, ISO 8601 UTC. */
  readonly time: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** When the server stored it, in ms since the epoch. */
  readonly keptAt: number;
  /** Trace id; empty without a `traceparent`. */
  readonly trace: string;
};

export type Observer = Awaited<ReturnType<typeof observe>>;

/** Subscribes to the whole log from its beginning, and resumes after every interruption. @param undo ends it */
export async function observe(servers: string, undo: AsyncDisposableStack) {
  const nc = await connect({ servers: servers.split(','), maxReconnectAttempts: -1, reconnectTimeWait: 100 });
  const js = jetstream(nc);
  const jsm = await jetstreamManager(nc, { checkAPI: false });
  const policies = { ack_policy: AckPolicy.Explicit, deliver_policy: DeliverPolicy.All };
  const { name } = await jsm.consumers.add(EVENTS_STREAM, { durable_name: 'observer', ...policies });
  /** Keyed by sequence: redeliveries are one message. */
  const messages = new Map<number, Observed>();
  const incoming = await (await js.consumers.get(EVENTS_STREAM, name)).consume({ max_messages: 200 });
  const reading = (async () => {
    for await (const message of incoming) {
      const keptAt = Number(message.timestampNanos / 1_000_000n);
      messages.set(message.seq, read(message.seq, keptAt, message.data, message.headers));
      message.ack();
    }
  })();
  undo.defer(async () => {
    await incoming.close();
    await reading;
    await nc.close();
  });
  return {
    js,
    jsm,
    /** In the order of arrival. */
    messages: (): Observed[] => [...messages.values()],
    async readKept(stream: EventStream): Promise<Observed[]> {
      const { state } = await jsm.streams.info(stream);
      const kept: Observed[] = [];
      // The first of an empty stream is 0, which is no message.
      for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq++) {
        const message = await jsm.streams.getMessage(stream, { seq });
        if (message) kept.push(read(message.seq, message.time.getTime(), message.data, message.header));
      }
      return kept;
    },
  };
}

function read(seq: number, keptAt: number, bytes: Uint8Array, headers: MsgHdrs | undefined): Observed {
  const trace = headers?.get('traceparent').split('-')[1] ?? '';
  let event: Partial<Observed> = {};
  try {
    event = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Not an event.
  }
  const { id = '', type = '', time = '', data = {} } = event;
  return { seq, id, type, time, data, keptAt, trace };
}
