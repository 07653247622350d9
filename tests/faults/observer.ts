import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type MsgHdrs } from '@nats-io/transport-node';
import { EVENTS_STREAM, type EventStream } from '@styling/contracts';
import { eventually } from './eventually.ts';

/** A message of the log as an independent reader sees it. */
export type Observed = {
  readonly seq: number;
  /** Of the event; empty for a message that is not an event. */
  readonly id: string;
  readonly type: string;
  /** When its publisher made it, ISO 8601 UTC, by that one's clock. */
  readonly time: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** When the server stored it, in ms since the epoch. */
  readonly keptAt: number;
  /** Trace id of its `traceparent`; empty without one. */
  readonly trace: string;
};

/** An independent subscriber of the log: plain NATS, none of the services' own code. */
export type Observer = Awaited<ReturnType<typeof observe>>;

const FIND_WITHIN_MS = 20_000;

/** Subscribes to the whole log at `servers`, from its beginning, and resumes after every interruption. */
export async function observe(servers: string) {
  const nc = await connect({
    servers: servers.split(','),
    name: 'observer',
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
    ignoreAuthErrorAbort: true,
  });
  const js = jetstream(nc);
  const jsm = await jetstreamManager(nc, { checkAPI: false });
  const durable_name = 'observer';
  await jsm.consumers.add(EVENTS_STREAM, {
    durable_name,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
  });
  /** By sequence: redeliveries are one message. */
  const messages: Map<number, Observed> = new Map();
  const incoming = await (await js.consumers.get(EVENTS_STREAM, durable_name)).consume({ max_messages: 200 });
  const reading = (async () => {
    for await (const message of incoming) {
      const keptAt = Number(message.timestampNanos / 1_000_000n);
      messages.set(message.seq, read(message.seq, keptAt, message.data, message.headers));
      message.ack();
    }
  })();
  /** The first message, old or new, for which `wanted` holds; an Error naming `what` when none comes in time. */
  const find = (what: string, wanted: (message: Observed) => boolean, timeoutMs = FIND_WITHIN_MS) =>
    eventually(what, async () => [...messages.values()].find(wanted), timeoutMs);

  return {
    messages: messages as ReadonlyMap<number, Observed>,
    find,
    js,
    jsm,
    /** Resolves once it has read message `seq`. */
    reached: (seq: number): Promise<unknown> => find(`message ${seq}`, (message) => message.seq >= seq),
    /** Everything in a stream, read message by message. */
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
    async close(): Promise<void> {
      await incoming.close();
      await reading;
      await nc.close();
    },
  };
}

function read(seq: number, keptAt: number, data: Uint8Array, headers: MsgHdrs | undefined): Observed {
  const trace = headers?.get('traceparent').split('-')[1] ?? '';
  let event: Partial<Observed> = {};
  try {
    event = JSON.parse(new TextDecoder().decode(data));
  } catch {
    // Not an event.
  }
  const { id = '', type = '', time = '', data: about = {} } = event;
  return { seq, id, type, time, data: about, keptAt, trace };
}
