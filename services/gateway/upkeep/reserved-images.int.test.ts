import { answerQueries } from '@styling/bus';
import { getImage, type RequestAccepted } from '@styling/contracts';
import { INPUT_MIME_TYPE, inputMetadata, markEnded, objectNames } from '@styling/objectstore';
import { silentLogger } from '@styling/telemetry';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { GatewayDependencies } from '../dependencies.ts';
import { smallPhoto, startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey } from '../keys/key-administration.ts';
import { sweep } from '../requests/end-request.ts';
import { startGateway } from '../service.ts';
import { deleteOrphans } from './delete-orphans.ts';
import { disownUser } from './erase-user.ts';

let gateways: TestGateways;
let later: GatewayDependencies;
let user = '';
let users = 0;
/** What a worker took before it was killed. */
let taken: RequestAccepted['data'];
/** Ids of images that have a record, as the images service knows them. */
const recorded = new Set<string>();
let answering: { stop(): Promise<void> };

function answer(): void {
  const find = async ({ image_id }: { image_id: string }) => ({
    image: recorded.has(image_id) ? record(image_id) : null,
  });
  answering = answerQueries(gateways.servers.bus, getImage, find, { queue: 'images', log: silentLogger() });
}
const record = (image_id: string) => ({
  image_id,
  object: objectNames.image(image_id),
  mime_type: 'image/jpeg',
  category: 'style-me' as const,
  endpoint: '/style_me',
  created_at: new Date().toISOString(),
  persistent: false,
});

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => new Date() });
  answer();
  later = { ...gateways.deps, clock: () => new Date(Date.now() + 600_000) };
});
afterAll(async () => {
  await answering.stop();
  await gateways.stop();
});

/** A request for two outfits, whose worker stores the first picture and is never heard of again; nor is its gateway. */
beforeEach(async () => {
  user = `user${++users}`;
  const { key } = await createKey(gateways.deps, user, 'test');
  const killed = Promise.withResolvers<void>();
  gateways.setWork(async ({ data }) => {
    taken = data;
    await gateways.servers.store.put(objectNames.image(data.image_ids[0] ?? ''), await smallPhoto(), 'image/jpeg');
    killed.resolve();
  });
  const bus = await gateways.servers.connect('doomed');
  const doomed = await startGateway({ ...gateways.deps, bus, name: `doomed-${user}` }, 0);
  const body = { selfie_base64: (await smallPhoto()).toString('base64'), num_outfits: 2 };
  void gateways.ask(key, '/style_me', { body, at: doomed }).catch(() => undefined);
  await killed.promise;
  await bus.close();
});

const picture = () => objectNames.image(taken.image_ids[0] ?? '');
const isPublic = async () => (await gateways.servers.store.head(picture())) !== null;
const deletions = async () => {
  const subjects_filter = `styling.image.deleted.${user}.>`;
  return (await gateways.servers.bus.jsm.streams.info('EVENTS', { subjects_filter })).state.subjects ?? {};
};

it('given a worker that was killed after it stored a picture, then the picture goes when the ended request is forgotten', async () => {
  expect(await sweep(later)).toBe(1);
  const marker = await gateways.servers.store.get(taken.input);
  expect(marker).toMatchObject({ bytes: new Uint8Array(), metadata: { ended: '1' } });
  expect(await isPublic()).toBe(true);
  await deleteOrphans(later);
  expect(await isPublic()).toBe(false);
  expect(await gateways.servers.store.head(taken.input)).toBeNull();
  expect(await deletions()).toEqual({});
});

it('given a late worker whose picture has a record by then, then it stays, and one without a record goes', async () => {
  await sweep(later);
  const [first = '', second = ''] = taken.image_ids;
  recorded.add(first);
  await gateways.servers.store.put(objectNames.image(second), await smallPhoto(), 'image/jpeg');
  await deleteOrphans(later);
  expect(await isPublic()).toBe(true);
  expect(await gateways.servers.store.head(objectNames.image(second))).toBeNull();
});

it('given that the records cannot be asked for, then nothing is forgotten, and the next time does it', async () => {
  await sweep(later);
  await answering.stop();
  await expect(deleteOrphans(later)).rejects.toMatchObject({ code: 'unavailable' });
  expect([await isPublic(), await gateways.servers.store.head(taken.input)]).toEqual([true, expect.anything()]);
  answer();
  await deleteOrphans(later);
  expect([await isPublic(), await gateways.servers.store.head(taken.input)]).toEqual([false, null]);
});

it('given a sweep that could not reach the store, then the orphaned input tells which pictures to delete', async () => {
  const head = () => Promise.reject(new Error('away'));
  await sweep({ ...later, store: { ...later.store, head } });
  await deleteOrphans(later);
  expect(await gateways.servers.store.get(taken.input)).toMatchObject({ bytes: new Uint8Array() });
  expect(await isPublic()).toBe(true);
  await deleteOrphans(later);
  expect([await isPublic(), await gateways.servers.store.head(taken.input)]).toEqual([false, null]);
});

it('given a request with a later deadline, then its input and checkpoints stay until then, unless it has ended', async () => {
  const { store } = gateways.servers;
  const checkpoint = `${objectNames.checkpointPrefix(taken.request_id, 'result')}prediction`;
  const { image_ids } = taken;
  const deadline = new Date(later.clock().getTime() + 60_000);
  await store.put(
    taken.input,
    Buffer.from('x'),
    INPUT_MIME_TYPE,
    inputMetadata({ user_id: user, image_ids, deadline }),
  );
  await store.put(checkpoint, Buffer.from('0/abc'), 'text/plain');
  await deleteOrphans(later);
  expect([await store.head(taken.input), await store.head(checkpoint)]).toEqual([expect.anything(), expect.anything()]);
  expect((await store.head(taken.input))?.metadata.ended).toBeUndefined();
  const afterwards = { ...later, clock: () => new Date(deadline.getTime() + later.orphanMarginMs + 1_000) };
  await deleteOrphans(afterwards);
  await deleteOrphans(afterwards);
  expect([await store.head(taken.input), await store.head(checkpoint)]).toEqual([null, null]);
  await store.put(
    taken.input,
    Buffer.from('x'),
    INPUT_MIME_TYPE,
    inputMetadata({ user_id: user, image_ids, deadline }),
  );
  await markEnded(store, objectNames.input(taken.request_id));
  await deleteOrphans(later);
  expect(await store.head(taken.input)).toBeNull();
});

it('given its user is erased, then the picture is deleted when the request is ended', async () => {
  await disownUser(later, user);
  expect([await isPublic(), await gateways.servers.store.head(taken.input)]).toEqual([false, null]);
});
