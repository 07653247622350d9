import { setTimeout as sleep } from 'node:timers/promises';
import { publish, readToHead } from '@styling/bus';
import {
  completeRequest,
  DEAD_LETTERS_STREAM,
  EVENTS_STREAM,
  type RequestAccepted,
  styleMeInput,
  subjects,
} from '@styling/contracts';
import { connectObjectStore, objectNames } from '@styling/objectstore';
import { ServiceError } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { acceptRequest, type BusAndStore, startBusAndStore } from '@styling/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handleRequest } from './handle-request.ts';
import { serveCapability } from './serve.ts';
import { claimInput, imageCreatedEvent, storePicture } from './stored-objects.ts';
import type { Delivery, Perform } from './work.ts';

let servers: BusAndStore;
let requests = 0;
const log = { ...silentLogger(), info: vi.fn(), error: vi.fn() } as never as ReturnType<typeof silentLogger>;
let deps: Parameters<typeof handleRequest>[0];
let event: RequestAccepted;

beforeAll(async () => {
  servers = await startBusAndStore();
  deps = { bus: servers.bus, store: servers.store, clock: () => new Date(), log };
  // So that a second ending is not dropped as a duplicate, as if it came more than two minutes later.
  await servers.bus.jsm.streams.update(EVENTS_STREAM, { duplicate_window: 100e6 });
});
afterAll(() => servers.stop());
beforeEach(async () => {
  vi.clearAllMocks();
  event = await accepted();
});

/** A request that may make two images. */
const accepted = (deadline = new Date(Date.now() + 60_000)): Promise<RequestAccepted> =>
  acceptRequest(servers.store, {
    number: ++requests,
    endpoint: '/style_me',
    capability: 'style',
    imageCount: 2,
    deadline,
    input: { style_preferences: 'minimal', occasion: 'wedding', num_outfits: 2 },
  });
const deliver = (perform: Perform, delivery: Partial<Delivery> = {}) =>
  handleRequest(deps, 'style', perform, event, {
    deliveries: 1,
    lastAttempt: false,
    signal: new AbortController().signal,
    ...delivery,
  });
/** What the log has of the request, repetitions left out: types, the status of an ending, the reason of a deletion. */
async function said(): Promise<string[]> {
  const found: { seq: number; line: string }[] = [];
  for (const filter of [subjects.imagesOf('alice'), subjects.allCompleted]) {
    for await (const { seq, event: read } of readToHead(servers.bus, { name: 'test', filter, after: 0, log })) {
      if (read?.type === 'request.completed' && read.data.request_id === event.data.request_id) {
        found.push({ seq, line: `completed ${read.data.status}` });
      }
      if (read?.type === 'image.created' && event.data.image_ids.includes(read.data.image_id)) {
        found.push({ seq, line: 'created' });
      }
      if (read?.type === 'image.deleted' && event.data.image_ids.includes(read.data.image_id)) {
        found.push({ seq, line: `deleted: ${read.data.reason}` });
      }
    }
  }
  return [...new Set(found.sort((a, b) => a.seq - b.seq).map(({ line }) => line))];
}
const image = (index: number): string => event.data.image_ids[index] ?? '';
const isPublic = async (index: number) => (await servers.store.head(objectNames.image(image(index)))) !== null;
const hasInput = async () => (await servers.store.head(event.data.input)) !== null;
/** Stores a picture as a worker does. */
const storeImage = (index = 0) =>
  storePicture(deps, image(index), 3600, {
    made: { image: Buffer.from('a picture'), width: 3, height: 4, model: 'scripted-1', approximations: [] },
    by: 'scripted',
  });
/** Ends the request as the gateway's sweep does. */
async function sweep(): Promise<void> {
  await publish(
    servers.bus,
    completeRequest(event.data, 'gateway', new Date(), { error: new ServiceError('deadline_exceeded') }),
  );
  await servers.store.deleteAll(objectNames.ofRequest(event.data.request_id));
  await sleep(300);
}
const claiming: Perform = async (request) => {
  await claimInput(servers.store, request, styleMeInput);
  throw new Error('the input was there');
};

describe('a request that a worker begins with', () => {
  const started = async () => {
    const found = [];
    for await (const { event: read } of readToHead(servers.bus, {
      name: 'test',
      filter: subjects.allRequests,
      after: 0,
      log,
    })) {
      if (read?.type === 'request.started' || read?.type === 'request.completed') {
        if (read.data.request_id === event.data.request_id) found.push(read.id.replace(/.*\//, ''));
      }
    }
    return found;
  };

  it('is said to have started before it is said to have completed, whatever comes of it', async () => {
    await deliver(() => Promise.reject(new ServiceError('no_person', { field: 'selfie_base64' })));
    expect(await started()).toEqual(['started', 'completed']);
  });

  it('given it comes after its deadline, then it is left to its gateway, which ends it, and a redelivery is ended', async () => {
    event = await accepted(new Date(Date.now() - 1_000));
    await deliver(claiming);
    expect([await started(), await hasInput()]).toEqual([[], true]);
    await deliver(claiming, { deliveries: 2 });
    expect(await started()).toEqual(['started', 'completed']);
  });
});

describe('a request that fails', () => {
  it('given a picture was stored, then neither the picture nor anything else of it is left', async () => {
    await deliver(async () => {
      await storeImage();
      throw new TypeError('a bug');
    });
    expect(await said()).toEqual(['deleted: abandoned', 'completed 500']);
    expect([await isPublic(0), await isPublic(1), await hasInput()]).toEqual([false, false, false]);
  });

  it('given its image was published before, at the last attempt it is deleted, once however often it is delivered', async () => {
    const created = imageCreatedEvent(event.data, image(0), await storeImage());
    await publish(servers.bus, created);
    const unavailable = () => Promise.reject(new ServiceError('unavailable'));
    await expect(deliver(unavailable)).rejects.toThrow(ServiceError);
    expect(await isPublic(0)).toBe(true);
    await deliver(unavailable, { deliveries: 5, lastAttempt: true });
    await deliver(unavailable, { deliveries: 6, lastAttempt: true });
    expect(await said()).toEqual(['created', 'deleted: abandoned', 'completed 503']);
    expect(await isPublic(0)).toBe(false);
  });

  it('given the store is away, then its client is answered, and the rest is done by a redelivery', async () => {
    await storeImage();
    const away = connectObjectStore({ S3_ENDPOINT: 'http://127.0.0.1:1', S3_BUCKET: 'x', AWS_REGION: 'us-east-1' });
    const bug = () => Promise.reject(new TypeError('a bug'));
    const there = deps;
    deps = { ...deps, store: away };
    await expect(deliver(bug)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await said()).toEqual(['completed 500']);
    deps = there;
    away.close();
    await deliver(bug, { deliveries: 2 });
    expect(await said()).toEqual(['completed 500', 'deleted: abandoned']);
    expect([await isPublic(0), await hasInput()]).toEqual([false, false]);
  });
});

describe('a request that has ended already', () => {
  it.each<[string, Partial<Delivery>]>([
    ['a first delivery, of a consumer that was created again', {}],
    ['a redelivery', { deliveries: 2 }],
    ['the last attempt', { deliveries: 5, lastAttempt: true }],
  ])('given %s, then it is acknowledged, and nothing is published', async (_, delivery) => {
    await sweep();
    await deliver(claiming, delivery);
    expect(await said()).toEqual(['completed 504']);
    expect(log.error).not.toHaveBeenCalled();
    expect(log.info).toHaveBeenCalledWith({ request_id: event.data.request_id }, 'request has already ended');
  });

  it('given it succeeded, then its pictures stay', async () => {
    await deliver(async () => ({
      result: { object: 'results/a', mime_type: 'application/json', image_id: null },
      images: [imageCreatedEvent(event.data, image(0), await storeImage())],
      hasCheckpoints: true,
    }));
    await sleep(300);
    await deliver(claiming, { deliveries: 2 });
    expect(await said()).toEqual(['created', 'completed 200']);
    expect(await isPublic(0)).toBe(true);
  });

  it('given it is given up, then it is not ended again', async () => {
    await sweep();
    const serve = () => serveCapability(deps, 'style', 1, claiming);
    await (await serve()).stop();
    await publish(servers.bus, event);
    const takers = await servers.bus.js.consumers.get(EVENTS_STREAM, 'style');
    // Each taker stands for a worker that died with the event in its hands.
    for (let delivery = 0; delivery < 10; delivery++) (await takers.next({ expires: 10_000 }))?.nak();
    const worker = await serve();
    await vi.waitFor(async () => {
      const letters = await servers.bus.jsm.streams.info(DEAD_LETTERS_STREAM);
      expect(letters.state.messages).toBe(1);
    }, 20_000);
    await worker.stop();
    expect(await said()).toEqual(['completed 504']);
  });
});

describe('a worker that is late', () => {
  const makingOne: Perform = async () => ({
    result: { object: 'results/a', mime_type: 'application/json', image_id: null },
    images: [imageCreatedEvent(event.data, image(0), await storeImage())],
    hasCheckpoints: true,
  });

  it('given the sweep ended its request while it worked, then its picture has a record, and there is no second ending', async () => {
    event = await accepted(new Date(Date.now() + 200));
    await deliver(async (...work) => {
      await sleep(250);
      await sweep();
      return makingOne(...work);
    });
    expect(await said()).toEqual(['completed 504', 'created']);
    expect(await isPublic(0)).toBe(true);
  });

  it('given the sweep ended its request and it fails then, then the picture it left has a record as well', async () => {
    event = await accepted(new Date(Date.now() + 200));
    await deliver(async () => {
      await sleep(250);
      await sweep();
      await storeImage();
      throw new TypeError('a bug');
    });
    expect(await said()).toEqual(['completed 504', 'created']);
  });

  it('given it crashed after deleting the input, then a redelivery completes the request', async () => {
    await storeImage();
    await servers.store.delete(event.data.input);
    await deliver(makingOne, { deliveries: 2 });
    expect(await said()).toEqual(['created', 'completed 200']);
  });
});
