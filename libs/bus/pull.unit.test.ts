import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bus } from './connect.ts';
import { Pull, parseReply } from './pull.ts';

type Callback = (error: Error | null, message: unknown) => void;

/** A bus without a server: what is sent collects in `sent`, what arrives is passed to `receive`. */
function setUp(publish?: () => void, atOnce = false) {
  let [receive, cut]: [Callback, () => void] = [() => {}, () => {}];
  const sent: string[] = [];
  const nc = {
    subscribe(_subject: string, options: { callback: Callback }) {
      receive = options.callback;
      return { isClosed: () => false, unsubscribe() {}, drain: () => Promise.reject(new Error('closed')) };
    },
    publish(_subject: string, _body: string, { reply }: { reply: string }) {
      publish?.();
      sent.push(reply);
    },
  };
  const onDisconnect = (listener: () => void) => {
    cut = listener;
    return () => {};
  };
  const bus = { nc, newInbox: () => '_INBOX_test.1', onDisconnect } as unknown as Bus;
  const times = { expiresMs: 30_000, heartbeatMs: 1_000 };
  const options = { stream: 'EVENTS', consumer: 'tryon', ...times, exclusive: true, atOnce };
  const pull = new Pull(bus, options, (_, { seq }) => ({ seq }));
  const status = (code: number, subject = sent.at(-1), last = '0') =>
    receive(null, { subject, headers: { code, description: 'why', get: () => last } });
  const deliver = (seq: number) =>
    receive(null, { subject: 'a', reply: `$JS.ACK.EVENTS.tryon.1.${seq}.${seq}.1.0`, data: new Uint8Array() });
  const arrived = async (batch = 1) => (await pull.next(batch)).map(({ seq }) => seq);
  return {
    pull,
    sent,
    status,
    deliver,
    arrived,
    say: (error: Error | null, msg: unknown) => receive(error, msg),
    cut: () => cut(),
  };
}

describe('a pull request', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('given heartbeats, then it stays open; given silence for two and a half of them, then it has failed', async () => {
    const { pull, status } = setUp();
    const failing = pull.next(1).catch((error) => error.message);
    for (let second = 0; second < 5; second++) {
      vi.advanceTimersByTime(1_000);
      status(100);
    }
    vi.advanceTimersByTime(2_500);
    expect(await failing).toBe('missed heartbeats');
  });

  it('given a heartbeat that tells of a delivery that did not arrive, then it has failed, behind what arrived', async () => {
    const { pull, status, deliver, arrived } = setUp();
    pull.request(5);
    deliver(1);
    status(100, undefined, '1');
    status(100, undefined, '2');
    expect(await arrived()).toEqual([1]);
    await expect(pull.next(5)).rejects.toThrow('a delivery was lost');
  });

  it.each<[string, (set: ReturnType<typeof setUp>) => void, RegExp]>([
    ['an error status', ({ status }) => status(409), /409 why/],
    ['a refused subscription', ({ say }) => say(new Error('no'), {}), /refused/],
    ['a lost connection', ({ cut }) => cut(), /connection was lost/],
  ])('given %s, then whoever waits is told, once', async (_, happen, why) => {
    const set = setUp();
    const waiting = set.pull.next(1);
    happen(set);
    await expect(waiting).rejects.toThrow(why);
    const again = set.pull.next(1);
    set.pull.interrupt();
    expect(await again).toEqual([]);
    expect(set.sent).toHaveLength(2);
  });

  it('given a connection that is closed, then it fails with that as its cause, and can still be drained', async () => {
    const { pull, deliver } = setUp(() => {
      throw new Error('closed');
    });
    await expect(pull.next(1)).rejects.toMatchObject({ cause: { message: 'closed' } });
    deliver(1);
    expect(await pull.drain()).toHaveLength(1);
  });
});

it('reads the reply address of a delivery, of old and new servers', () => {
  const position = { stream: 'EVENTS', deliveries: 2, seq: 37, consumerSeq: 41 };
  for (const reply of [
    '$JS.ACK.EVENTS.tryon.2.37.41.1700000000000000000.5',
    '$JS.ACK._.hash.EVENTS.tryon.2.37.41.1700000000000000000.5',
    '$JS.ACK._.hash.EVENTS.tryon.2.37.41.1700000000000000000.5.random',
  ]) {
    expect(parseReply(reply)).toEqual(position);
  }
  for (const reply of ['', '_INBOX.abc', '$JS.ACK.EVENTS.tryon', '$JS.ACK.a.b.0.1.1.1.1']) {
    expect(parseReply(reply)).toBeUndefined();
  }
});
