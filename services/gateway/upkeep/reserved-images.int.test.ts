import type { RequestAccepted } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { smallPhoto, startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import type { GatewayDependencies } from '../gateway.ts';
import { createKey } from '../keys/key-administration.ts';
import { startGateway } from '../service.ts';
import { deleteOrphans } from './delete-orphans.ts';
import { disownUser } from './erase-user.ts';
import { sweep } from './sweep.ts';

let gateways: TestGateways;
let later: GatewayDependencies;
let user = '';
let users = 0;
/** What a worker took before it was killed. */
let taken: RequestAccepted['data'];

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => new Date() });
  later = { ...gateways.deps, clock: () => new Date(Date.now() + 3_600_000) };
});
afterAll(() => gateways.stop());

/** A request for two outfits, whose worker stores the first picture and is never heard of again; the client gets 504. */
beforeEach(async () => {
  user = `user${++users}`;
  const { key } = await createKey(gateways.deps, user, 'test');
  const killed = Promise.withResolvers<void>();
  gateways.setWork(async ({ data }) => {
    taken = data;
    await gateways.servers.store.put(objectNames.image(data.image_ids[0] ?? ''), await smallPhoto(), 'image/jpeg');
    killed.resolve();
  });
  const impatient = await startGateway({ ...gateways.deps, name: `brief-${user}`, requestTimeoutMs: 300 }, 0);
  const answer = await fetch(`http://127.0.0.1:${impatient.port}/style_me`, {
    ...{ method: 'POST', headers: { 'x-api-key': key, 'content-type': 'application/json' } },
    body: JSON.stringify({
      selfie_base64: (await smallPhoto()).toString('base64'),
      ...{ style_preferences: 'minimal', occasion: 'office', num_outfits: 2 },
    }),
  });
  expect(answer.status).toBe(504);
  await killed.promise;
  await impatient.stop();
});

const isPublic = async () => (await gateways.servers.store.head(objectNames.image(taken.image_ids[0] ?? ''))) !== null;
const deletions = async () => {
  const { bus } = gateways.servers;
  const filter = `styling.image.deleted.${user}.>`;
  const { state } = await bus.jsm.streams.info('EVENTS', { subjects_filter: filter });
  const last = await bus.jsm.streams.getMessage('EVENTS', { last_by_subj: filter }).catch(() => null);
  return { count: Object.values(state.subjects ?? {}).reduce((sum, count) => sum + count, 0), last: last?.json() };
};
const oneAbandoned = () => ({
  count: 1,
  last: expect.objectContaining({
    source: '/services/gateway',
    data: { image_id: taken.image_ids[0], user_id: user, reason: 'abandoned' },
  }),
});

it('given a worker that was killed after it stored a picture, then the sweep deletes the picture', async () => {
  expect(await isPublic()).toBe(true);
  expect(await sweep(later)).toBe(1);
  expect(await isPublic()).toBe(false);
  expect(await deletions()).toEqual(oneAbandoned());
  await sweep(later);
  expect(await deletions()).toMatchObject({ count: 1 });
});

it('given a sweep that could not reach the store, then the orphaned input tells which pictures to delete', async () => {
  const head = () => Promise.reject(new Error('away'));
  await sweep({ ...later, store: { ...later.store, head } });
  expect(await isPublic()).toBe(true);
  await deleteOrphans(later);
  expect(await isPublic()).toBe(false);
  expect(await deletions()).toEqual(oneAbandoned());
  expect(await gateways.servers.store.head(taken.input)).toBeNull();
});

it('given its user is erased, then the picture is deleted when the request is ended', async () => {
  await disownUser(later, user);
  expect(await isPublic()).toBe(false);
  expect(await deletions()).toEqual(oneAbandoned());
});
