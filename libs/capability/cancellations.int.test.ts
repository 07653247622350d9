import { setTimeout as sleep } from 'node:timers/promises';
import { publish, readToHead } from '@styling/bus';
import { createEvent, type RequestAccepted, requestCancelRequested, subjects } from '@styling/contracts';
import { markEnded, objectNames } from '@styling/objectstore';
import { cancellationOf, type Running } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { acceptRequest, type BusAndStore, startBusAndStore } from '@styling/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handleRequest } from './handle-request.ts';
import { followCancellations, serveCapability } from './serve.ts';
import { storePicture } from './stored-objects.ts';
import type { Delivery, Perform } from './work.ts';

let servers: BusAndStore;
let worker: Running;
let requests = 0;
let event: RequestAccepted;
/** What the worker does; `signal` is that of the delivery. */
let perform: Perform;
/** Deliveries that were worked on. */
let worked: Delivery[];

const deps = () => ({ bus: servers.bus, store: servers.store, clock: () => new Date(), log: silentLogger() });
const accept = (options: { cancel_at_deadline?: boolean; deadline?: Date } = {}): Promise<RequestAccepted> =>
  acceptRequest(servers.store, {
    number: ++requests,
    endpoint: '/style_me',
    capability: 'style',
    imageCount: 1,
    input: {},
    ...options,
  });
const cancel = ({ request_id, user_id, endpoint }: RequestAccepted['data'] = event.data) =>
  publish(
    servers.bus,
    createEvent(requestCancelRequested, '/services/gateway', new Date(), {
      request_id,
      user_id,
      endpoint,
      capability: 'style',
    }),
  );
const image = () => event.data.image_ids[0] ?? '';
const storeImage = () =>
  storePicture(deps(), image(), 3600, {
    made: { image: Buffer.from('x'), width: 3, height: 4, model: 'm', approximations: [] },
    by: 'scripted',
  });
/** Works until it is aborted. */
const untilAborted: Perform = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason));
  });
const succeeding: Perform = async () => ({
  ...{
    result: { object: 'results/a', mime_type: 'application/json', image_id: null },
    images: [],
    hasCheckpoints: true,
  },
});
/** Status and code of the endings of the request, in the order of the log. */
async function endings(): Promise<string[]> {
  const found: string[] = [];
  const options = { name: 'test', filter: subjects.allCompleted, after: 0, log: silentLogger() };
  for await (const { event: read } of readToHead(servers.bus, options)) {
    if (read?.type !== 'request.completed' || read.data.request_id !== event.data.request_id) continue;
    found.push(`${read.data.status} ${read.data.error?.code ?? 'success'}`);
  }
  return found;
}
const ended = (ending: string) => vi.waitFor(async () => expect(await endings()).toEqual([ending]), 20_000);
const start = async () => {
  worker = await serveCapability(deps(), 'style', 4, (request, delivery) => {
    worked.push(delivery);
    return perform(request, delivery);
  });
};
const begun = () => vi.waitFor(() => expect(worked).toHaveLength(1), 20_000);

beforeAll(async () => {
  servers = await startBusAndStore();
});
afterAll(() => servers.stop());
beforeEach(async () => {
  worked = [];
  perform = untilAborted;
  event = await accept();
});
afterEach(() => worker.stop());

describe('a request that is cancelled', () => {
  it('while it is worked on: the work is stopped, and nothing of it is left', async () => {
    await start();
    perform = async (...given) => {
      await storeImage();
      await servers.store.put(objectNames.result(event.data), Buffer.from('{}'), 'application/json');
      return untilAborted(...given);
    };
    await publish(servers.bus, event);
    await begun();
    await cancel();
    await ended('409 canceled');
    expect(cancellationOf(worked[0]?.signal)?.code).toBe('canceled');
    await vi.waitFor(async () => {
      for (const name of [objectNames.image(image()), objectNames.result(event.data)]) {
        expect(await servers.store.head(name)).toBeNull();
      }
      // For a worker that was frozen meanwhile.
      expect(await servers.store.get(event.data.input)).toMatchObject({
        bytes: new Uint8Array(),
        metadata: { ended: 'canceled' },
      });
    }, 20_000);
  });

  it('while its worker was frozen, which has not heard of it: the picture that it stores then is deleted', async () => {
    await start();
    perform = async () => {
      await sleep(300);
      await markEnded(servers.store, event.data.input, true);
      await storeImage();
      return succeeding(event.data, { deliveries: 1, lastAttempt: false, signal: new AbortController().signal });
    };
    const delivery = { deliveries: 1, lastAttempt: false, signal: new AbortController().signal };
    await handleRequest({ ...deps(), ackWaitMs: 200 }, 'style', perform, event, delivery);
    expect(await endings()).toEqual([]);
    expect(await servers.store.head(objectNames.image(image()))).toBeNull();
  });

  it('before a worker was there: it is not begun, and ends as soon as one is', async () => {
    await publish(servers.bus, event);
    await cancel();
    await sleep(50);
    // The cancel may be heard just after the request: either way it ends.
    await start();
    await ended('409 canceled');
  });

  it('at the same time as its work succeeds unaware of it: it has one ending', async () => {
    await start();
    perform = succeeding;
    await Promise.all([publish(servers.bus, event), cancel()]);
    await vi.waitFor(async () => expect(await endings()).toHaveLength(1), 20_000);
    await sleep(300);
    expect(await endings()).toHaveLength(1);
  });

  it('after it ended: nothing changes', async () => {
    await start();
    perform = succeeding;
    await publish(servers.bus, event);
    await ended('200 success');
    await cancel();
    await cancel();
    await sleep(300);
    expect(await endings()).toEqual(['200 success']);
  });

  it('while NATS was restarted: it is heard of', async () => {
    await start();
    await publish(servers.bus, event);
    await begun();
    await servers.nats.restart();
    await cancel();
    await ended('409 canceled');
  });

  it('its work ignores it: what it made does not count', async () => {
    await start();
    perform = async (...given) => {
      await untilAborted(...given).catch(() => undefined);
      return succeeding(...given);
    };
    await publish(servers.bus, event);
    await begun();
    await cancel();
    await ended('409 canceled');
  });
});

describe('the deadline', () => {
  it('of a request whose work is cancelled there stops the work', async () => {
    await start();
    event = await accept({ cancel_at_deadline: true, deadline: new Date(Date.now() + 800) });
    await publish(servers.bus, event);
    await ended('504 deadline_exceeded');
    expect(cancellationOf(worked[0]?.signal)?.code).toBe('deadline_exceeded');
  });
});

it('is aborted when its process leaves, which is no cancel', async () => {
  await start();
  const leaving = new AbortController();
  const cancellations = followCancellations(deps(), 'style', 60_000);
  using watched = cancellations.watch(event.data, leaving.signal);
  leaving.abort(new Error('the process leaves'));
  expect([watched.signal.aborted, cancellationOf(watched.signal)]).toEqual([true, undefined]);
  await cancellations.stop();
});
