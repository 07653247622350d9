import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bus } from './connect.ts';
import { toDelivery } from './delivery.ts';
import { Pull } from './pull.ts';

type Callback = (error: Error | null, message: unknown) => void;

/** A bus without a server: what is sent collects in `sent`, what arrives is said by `say`. */
function setUp(publish?: () => void) {
  let [callback, disconnect]: [Callback, () => void] = [() => {}, () => {}];
  const sent: { subject: string; reply: string }[] = [];
  const nc = {
    subscribe(_subject: string, options: { callback: Callback }) {
      callback = options.callback;
      return { isClosed: () => false, unsubscribe() {}, drain: () => Promise.reject(new Error('closed')) };
    },
    publish(subject: string, _body: string, { reply }: { reply: string }) {
      publish?.();
      sent.push({ subject, reply });
    },
  };
  const onDisconnect = (listener: () => void) => {
    disconnect = listener;
    return () => {};
  };
  const newInbox = () => '_INBOX_test.1';
  const bus = { nc, newInbox, onDisconnect } as unknown as Bus;
  const options = {
    stream: 'EVENTS',
    consumer: 'tryon',
    expiresMs: 30_000,
    heartbeatMs: 1_000,
    exclusive: true,
  };
  const pull = new Pull(bus, options, (message) => toDelivery(bus.nc, message));
  const status = (code: number, subject = sent.at(-1)?.reply, last = '0') =>
    callback(null, { subject, headers: { code, description: 'why', get: () => last } });
  const deliver = (consumerSeq: number, pending = 0) =>
    callback(null, {
      subject: 'a',
      reply: `$JS.ACK.EVENTS.tryon.1.${consumerSeq}.${consumerSeq}.1.${pending}`,
      data: '',
    });
  return {
    pull,
    sent,
    status,
    deliver,
    say: (error: Error | null, msg: unknown) => callback(error, msg),
    cut: () => disconnect(),
  };
}

describe('a pull request', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('given one is open, then no second is sent; given it is filled or its time is up, then one is', () => {
    const { pull, sent, status, deliver } = setUp();
    pull.request(1);
    pull.request(1);
    expect(sent).toHaveLength(1);
    deliver(1);
    pull.request(1);
    expect(sent).toHaveLength(2);
    status(408);
    expect(pull.takeFailure()).toBeUndefined();
    pull.request(1);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ reply }) => reply)).size).toBe(3);
  });

  it('given a status of an earlier request, or a message that is no delivery, then nothing changes', () => {
    const { pull, sent, status, say } = setUp();
    pull.request(1);
    status(408);
    pull.request(1);
    status(409, sent[0]?.reply);
    say(null, { subject: 'a', reply: 'nowhere' });
    pull.request(1);
    expect(pull.takeFailure()).toBeUndefined();
    expect(pull.waiting).toBe(0);
    expect(sent).toHaveLength(2);
  });

  it('given silence for two and a half heartbeats, then it has failed; heartbeats keep it alive', () => {
    const { pull, status } = setUp();
    pull.request(1);
    for (let second = 0; second < 5; second++) {
      vi.advanceTimersByTime(1_000);
      status(100);
    }
    expect(pull.takeFailure()).toBeUndefined();
    vi.advanceTimersByTime(2_500);
    expect(pull.takeFailure()?.message).toMatch(/missed heartbeats/);
  });

  it('given a heartbeat that tells of a delivery that did not arrive, then it has failed', () => {
    const { pull, status, deliver, sent } = setUp();
    pull.request(5);
    deliver(1);
    status(100, sent[0]?.reply, '1');
    expect(pull.takeFailure()).toBeUndefined();
    status(100, sent[0]?.reply, '2');
    expect(pull.takeFailure()?.message).toMatch(/lost/);
  });

  it.each<[string, (set: ReturnType<typeof setUp>) => void, number]>([
    ['as many as wished', ({ deliver }) => deliver(2, 5), 2],
    ['the last that there is', ({ deliver }) => deliver(2, 0), 2],
    ['the end of the request', ({ status }) => status(408), 1],
    ['a lost connection', ({ cut }) => cut(), 1],
    ['nothing for as long as was said', () => vi.advanceTimersByTime(50), 1],
  ])('given more is on its way, when there is %s, then it is waited for no longer', async (_, happen, waiting) => {
    const set = setUp();
    set.pull.request(9);
    set.deliver(1, 6);
    let filled = false;
    const filling = set.pull.filled(2, 50).then(() => {
      filled = true;
    });
    set.pull.interrupt();
    await vi.advanceTimersByTimeAsync(49);
    expect(filled).toBe(false);
    happen(set);
    await filling;
    expect(set.pull.waiting).toBe(waiting);
  });

  it('given no more is on its way, or nothing is asked for, then nothing is waited for', async () => {
    const { pull, deliver } = setUp();
    await pull.filled(2, 50);
    pull.request(1);
    deliver(1, 5);
    await pull.filled(2, 50);
    pull.request(2);
    deliver(2, 0);
    await pull.filled(9, 50);
    expect(pull.waiting).toBe(2);
  });

  it.each<[string, (set: ReturnType<typeof setUp>) => void, RegExp]>([
    ['an error status', ({ status }) => status(409), /409 why/],
    ['a refused subscription', ({ say }) => say(new Error('no'), {}), /refused/],
    ['a lost connection', ({ cut }) => cut(), /connection was lost/],
  ])('given %s, then it has failed, and who waits is told', async (_, happen, why) => {
    const set = setUp();
    set.pull.request(1);
    const change = set.pull.changed();
    happen(set);
    await change;
    expect(set.pull.takeFailure()?.message).toMatch(why);
    expect(set.pull.takeFailure()).toBeUndefined();
  });

  it('given a connection that is closed, then it fails with that as its cause, and can still be drained', async () => {
    const { pull, deliver } = setUp(() => {
      throw new Error('closed');
    });
    pull.request(1);
    expect(pull.takeFailure()?.cause).toMatchObject({ message: 'closed' });
    deliver(1);
    expect(await pull.drain()).toHaveLength(1);
  });
});
