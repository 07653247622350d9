import { publish, readToHead } from '@styling/bus';
import {
  assetCreated,
  createEvent,
  limits,
  MEGABYTE,
  type RequestAccepted,
  subjects,
  type TryOnInput,
} from '@styling/contracts';
import { objectNames, unpackInput, uploadMetadata } from '@styling/objectstore';
import { silentLogger } from '@styling/telemetry';
import { testId } from '@styling/testing';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fromNoon, smallPhoto, startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey } from '../keys/key-administration.ts';
import { tablesOf } from '../tables.fixture.ts';
import { deleteOrphans } from '../upkeep/delete-orphans.ts';
import { type Answers, answerForAssets, nobody } from './assets.fixture.ts';

let gateways: TestGateways;
let photo: Buffer;
let user: string;
let key: string;
let numbers = 0;
/** Other than user alice, whose images the fixture has. */
let bob: string;
let queries: ReturnType<typeof answerForAssets>;
const answers = { check: async () => {}, images: new Map() } satisfies Answers as Required<Answers>;
let accepted: { event: RequestAccepted; input: ReturnType<typeof unpackInput> }[] = [];

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 1000, clock: fromNoon });
  photo = await smallPhoto();
  queries = answerForAssets(gateways.servers.bus, answers);
  bob = (await createKey(gateways.deps, 'bob', 'test')).key;
});
beforeEach(async () => {
  answers.check = async () => {};
  accepted = [];
  user = `user-${++numbers}`;
  key = (await createKey(gateways.deps, user, 'test')).key;
  gateways.setWork(async (event) => {
    const found = await gateways.servers.store.get(event.data.input);
    accepted.push({ event, input: unpackInput(found?.bytes ?? new Uint8Array()) });
    await gateways.complete(event);
  });
});
afterEach(() => answers.images.clear());
afterAll(async () => {
  await Promise.all(queries.map((query) => query.stop()));
  await gateways.stop();
});

type Sent = { key?: string; port?: number; method?: string; body?: Buffer | FormData; type?: string };
async function call(path: string, { key: by = key, port = gateways.gateway.port, body, type, method }: Sent = {}) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: { 'x-api-key': by, ...(type && { 'content-type': type }) },
    ...(body && { body: body as NonNullable<RequestInit['body']> }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}
const upload = (query = '?kind=selfie', sent: Sent = {}) =>
  call(`/assets${query}`, { body: photo, type: 'image/jpeg', ...sent });
const post = (path: string, fields: object, sent: Sent = {}) =>
  call(path, { ...sent, body: Buffer.from(JSON.stringify(fields)), type: 'application/json' });
const objects = async (prefix: string) => {
  const names: string[] = [];
  for await (const page of gateways.servers.store.list(prefix)) names.push(...page.map(({ name }) => name));
  return names;
};
const assetEvents = async () => {
  const found = [];
  const reading = { name: 'test', filter: subjects.assetsOf(user), after: 0, log: silentLogger() };
  for await (const { event } of readToHead(gateways.servers.bus, reading)) if (event) found.push(event);
  return found;
};
const base64 = () => photo.toString('base64');

describe('POST /assets', () => {
  it('keeps a selfie that was judged, and tells nobody else of it', async () => {
    const { status, body, headers } = await upload();
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        asset_id: expect.stringMatching(/^ast_[0-9a-f]{24}$/),
        kind: 'selfie',
        width: 100,
        height: expect.any(Number),
        bytes: photo.length,
        checks: ['one_person'],
        created_at: expect.any(String),
        expires_at: expect.any(String),
      },
    });
    expect(headers.has('x-ratelimit-limit')).toBe(false);
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(30 * 86_400_000);
    const stored = await gateways.servers.store.get(objectNames.asset(body.asset_id));
    expect(Buffer.from(stored?.bytes ?? []).equals(photo)).toBe(true);
    expect(await objects('requests/')).toEqual([]);
    const [created] = await assetEvents();
    expect(Object.keys(created?.data ?? {}).sort()).toEqual([
      'asset_id',
      'bytes',
      'checks',
      'height',
      'key_id',
      'kind',
      'lifetime_seconds',
      'request_id',
      'user_id',
      'width',
    ]);
    expect((await call(`/assets/${body.asset_id}`)).body).toMatchObject({ asset_id: body.asset_id });
    expect((await call('/assets?limit=1')).body).toMatchObject({ assets: [{ asset_id: body.asset_id }] });
    for (const method of ['GET', 'DELETE']) {
      const foreign = await call(`/assets/${body.asset_id}`, { key: bob, method });
      expect(foreign).toMatchObject({ status: 404, body: { error: 'Asset not found', code: 'no_such_asset' } });
    }
    expect(await call(`/assets/${body.asset_id}`, { method: 'DELETE' })).toMatchObject({
      status: 204,
      body: undefined,
    });
  });

  it('takes the file of a form, and a life of its own', async () => {
    const form = new FormData();
    form.append('note', 'ignored');
    form.append('image', new Blob([photo], { type: 'image/jpeg' }), 'me.jpg');
    const { status, body } = await call('/assets?kind=garment&expires_in=3600', { body: form });
    expect({ status, kind: body.kind, checks: body.checks }).toEqual({ status: 201, kind: 'garment', checks: [] });
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(3_600_000);
  });

  it.each([
    ['', { code: 'required', error: 'kind is required' }],
    ['?kind=hat', { code: 'not_one_of' }],
    ['?kind=selfie&expires_in=1', { error: 'expires_in must be an integer between 60 and 7776000' }],
    ['?kind=selfie&expires_in=7776001', { code: 'not_an_integer_between' }],
  ])('refuses the query "%s"', async (query, told) => {
    expect(await upload(query)).toMatchObject({ status: 400, body: told });
  });

  it('refuses what is no picture, part of one and another media type, and keeps nothing', async () => {
    const before = await objects('assets/');
    const refusal = async (sent: Sent) => (await upload('?kind=garment', sent)).body;
    expect(await refusal({ body: Buffer.from('no picture') })).toMatchObject({
      error: 'image must be a JPEG, PNG, WebP, HEIC, AVIF or GIF image',
    });
    expect(await refusal({ body: photo.subarray(0, 20) })).toMatchObject({ error: 'image is an incomplete image' });
    expect(await refusal({ type: 'application/json' })).toMatchObject({ code: 'not_an_upload' });
    expect(await objects('assets/')).toEqual(before);
    expect(await objects('requests/')).toEqual([]);
  });

  it('given a selfie without a person, refuses it and keeps nothing', async () => {
    answers.check = nobody;
    const before = await objects('assets/');
    expect(await upload()).toMatchObject({
      status: 400,
      body: { error: 'image must show a person', code: 'no_person' },
    });
    expect(await objects('assets/')).toEqual(before);
    expect(await objects('requests/')).toEqual([]);
    expect(await assetEvents()).toEqual([]);
  });

  it('given many at once over two gateways, keeps exactly as many as a user may have', async () => {
    const { gateway, otherGateway } = gateways;
    expect((await upload('?kind=garment')).status).toBe(201);
    const [uploaded] = await assetEvents();
    if (uploaded?.type !== 'asset.created') throw new Error('nothing was created');
    const earlier = Array.from({ length: limits.assets - 4 }, (_, index) => testId('ast', index + 1));
    for (const asset_id of earlier) {
      const data = { ...uploaded.data, asset_id, kind: 'garment' as const, checks: [] };
      const event = createEvent(assetCreated, '/services/gateway', fromNoon(), data);
      await publish(gateways.servers.bus, event);
    }
    const racing = Array.from({ length: 12 }, (_, index) =>
      upload('?kind=garment', { port: index % 2 ? gateway.port : otherGateway.port }),
    );
    const statuses = (await Promise.all(racing)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(statuses.filter((status) => status === 400)).toHaveLength(9);
    expect(await assetEvents()).toHaveLength(limits.assets);
    expect(await upload('?kind=garment')).toMatchObject({ status: 400, body: { code: 'too_many_assets' } });
    const ids = (await assetEvents()).map(({ data }) => ('asset_id' in data ? data.asset_id : ''));
    const raced = ids.filter((id) => !earlier.includes(id));
    const stored = await Promise.all(raced.map((id) => gateways.servers.store.head(objectNames.asset(id))));
    expect(stored.filter((found) => found === null)).toEqual([]);
  });

  it('given a user who has made all changes of a day, is refused, and nothing of it is left', async () => {
    const { body } = await upload();
    const before = [...(await objects('assets/')), ...(await objects('requests/'))];
    const row = { changes: 10_000 - 2, changes_day: fromNoon().toISOString().slice(0, 10) };
    await tablesOf(gateways.db).updateTable('admission').set(row).where('user_id', '=', user).execute();
    expect(await upload()).toMatchObject({ status: 429, body: { code: 'too_many_changes' } });
    expect(await assetEvents()).toHaveLength(1);
    expect([...(await objects('assets/')), ...(await objects('requests/'))]).toEqual(before);
    expect((await call(`/assets/${body.asset_id}`, { method: 'DELETE' })).status).toBe(204);
  });

  it('given a gateway that died before it published, upkeep deletes the picture, and leaves that of an asset', async () => {
    const { store } = gateways.servers;
    const { body } = await upload();
    const dead = testId('ast', 1);
    await store.put(objectNames.asset(dead), photo, 'image/jpeg');
    const marks = [dead, body.asset_id].map((asset_id, index) => ({
      asset_id,
      name: objectNames.input(testId('req', index)),
    }));
    for (const { asset_id, name } of marks) {
      await store.put(name, new Uint8Array(), 'x/y', uploadMetadata({ user_id: user, asset_id }));
    }
    await deleteOrphans({ ...gateways.deps, clock: () => new Date(Date.now() + 3_600_000) });
    expect(await store.head(objectNames.asset(dead))).toBeNull();
    expect(await store.head(objectNames.asset(body.asset_id))).not.toBeNull();
    expect(await objects('requests/')).toEqual([]);
  });
});

describe('a selfie that is named', () => {
  const clothes = { clothing_description: 'a red coat', mode: 'model_shot' };

  it('is copied into the request, whose worker learns how it was given', async () => {
    const { asset_id } = (await upload()).body;
    expect((await post('/try_on_outfit', { ...clothes, selfie_asset_id: asset_id })).status).toBe(200);
    expect((await post('/generate_image', { ...clothes, mode: 'studio', selfie_asset_id: asset_id })).status).toBe(200);
    expect((await post('/style_me', { selfie_asset_id: asset_id })).status).toBe(200);
    expect(accepted).toHaveLength(3);
    for (const { input } of accepted) {
      expect(Buffer.from(input.pictures.selfie_base64 ?? []).equals(photo)).toBe(true);
      expect(input.fields).toMatchObject({ selfie_field: 'selfie_asset_id' });
      expect(JSON.stringify(input.fields)).not.toContain(asset_id);
    }
  });

  it('may be an own image record, of nobody else', async () => {
    const alice = (await createKey(gateways.deps, 'alice', `test ${numbers}`)).key;
    const image_id = testId('img', 7);
    const object = objectNames.image(image_id);
    await gateways.servers.store.put(object, photo, 'image/jpeg');
    const facts = {
      expires_at: null,
      width: 1,
      height: 1,
      provider: null,
      model: null,
      approximations: null,
      job_id: null,
    };
    const record = { image_id, object, mime_type: 'image/jpeg', category: 'try-on', endpoint: '/try_on_outfit' };
    answers.images.set(image_id, { ...record, created_at: '2026-01-02T03:04:05.678Z', persistent: false, ...facts });
    const asked = { ...clothes, selfie_image_id: image_id };
    expect((await post('/try_on_outfit', asked, { key: alice })).status).toBe(200);
    expect(accepted[0]?.input.fields).toMatchObject({ selfie_field: 'selfie_image_id' });
    expect(await post('/try_on_outfit', asked, { key: bob })).toMatchObject({
      status: 400,
      body: { code: 'asset_not_found', error: expect.stringMatching(/^selfie_image_id /) },
    });
  });

  it('given none, two, an unknown or a foreign one, is refused free of charge', async () => {
    const { asset_id } = (await upload()).body;
    const refusal = async (fields: object, sent: Sent = {}) => (await post('/try_on_outfit', fields, sent)).body;
    expect(await refusal(clothes)).toMatchObject({ error: 'selfie_base64 is required' });
    expect(await refusal({ ...clothes, selfie_asset_id: asset_id, selfie_base64: base64() })).toMatchObject({
      error: 'selfie_asset_id and selfie_base64 cannot be used together',
    });
    expect(await refusal({ ...clothes, selfie_asset_id: asset_id, selfie_image_id: testId('img', 1) })).toMatchObject({
      code: 'only_one_of',
    });
    for (const selfie_asset_id of [testId('ast', 5), '', 'ast_', '../requests/x']) {
      expect(await refusal({ ...clothes, selfie_asset_id })).toMatchObject({
        code: 'asset_not_found',
        error: expect.stringMatching(/^selfie_asset_id /),
      });
    }
    expect(await refusal({ ...clothes, selfie_asset_id: 7 })).toMatchObject({
      error: 'selfie_asset_id must be a string',
    });
    expect(await refusal({ ...clothes, selfie_asset_id: asset_id }, { key: bob })).toMatchObject({
      code: 'asset_not_found',
    });
    expect(accepted).toEqual([]);
    const row = await tablesOf(gateways.db)
      .selectFrom('admission')
      .select('used')
      .where('user_id', '=', user)
      .executeTakeFirst();
    expect(row?.used ?? 0).toBe(0);
  });

  it('lives on when it is used on a later day, told once', async () => {
    const { asset_id } = (await upload()).body;
    expect((await post('/try_on_outfit', { ...clothes, selfie_asset_id: asset_id })).status).toBe(200);
    expect((await assetEvents()).map(({ type }) => type)).toEqual(['asset.created']);
  });
});

describe('garments', () => {
  const listed = { mode: 'model_shot' };

  it('are handed on with their pictures, in the order in which they were listed', async () => {
    const { asset_id } = (await upload('?kind=garment')).body;
    const garments = [
      { description: 'navy blazer', category: 'outerwear' },
      { image_base64: base64(), category: 'bottom' },
      { asset_id, description: 'as new' },
      { image_url: 'https://shop.example/hat.jpg', category: 'hat' },
    ];
    const { status, body } = await post('/try_on_outfit', { ...listed, selfie_base64: base64(), garments, seed: 7 });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['image_id', 'image_url', 'mime_type']);
    const [{ input, event } = { input: undefined, event: undefined }] = accepted;
    expect(Object.keys(input?.pictures ?? {}).sort()).toEqual([
      'garments.1.image_base64',
      'garments.2.asset_id',
      'selfie_base64',
    ]);
    expect(input?.fields).toMatchObject({
      seed: 7,
      garments: [
        { description: 'navy blazer', category: 'outerwear', picture: null, image_url: null },
        { description: '', category: 'bottom', picture: 'garments.1.image_base64' },
        { description: 'as new', category: 'auto', picture: 'garments.2.asset_id' },
        { category: 'hat', picture: null, image_url: 'https://shop.example/hat.jpg' },
      ],
    } satisfies Partial<Omit<TryOnInput, 'garments'>> & { garments: object[] });
    expect(event?.data.image_ids).toHaveLength(1);
  });

  it.each([
    [{ garments: [] }, 'garments must be a list of 1 to 6 garments'],
    [{ garments: [{ category: 'hat' }] }, 'garments.0 must have a description'],
    [{ garments: [{ description: 'x', category: 'sock' }] }, 'garments.0.category must be one of: auto, top'],
    [{ garments: [{ asset_id: testId('ast', 9) }] }, 'garments.0.asset_id must be the id of an asset'],
    [{ garments: [{ description: 'x' }], clothing_description: 'y' }, 'garments and clothing_description cannot be'],
    [{ clothing_description: 'x', seed: 2 ** 32 }, 'seed must be an integer between 0 and 4294967295'],
    [{ clothing_description: 'x', variants: 5 }, 'variants must be an integer between 1 and 4'],
  ])('given %j, are refused', async (fields, error) => {
    const refused = await post('/try_on_outfit', { ...listed, selfie_base64: base64(), ...fields });
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining(error) } });
    expect(accepted).toEqual([]);
  });

  it('given pictures that are too large together, are refused', async () => {
    const large = await sharp({
      create: {
        width: 1700,
        height: 1700,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const { status, body } = await upload('?kind=garment', { body: large, type: 'image/png' });
    expect(status).toBe(201);
    expect(5 * body.bytes).toBeGreaterThan(limits.picturesMegabytes * MEGABYTE);
    const garments = Array(5).fill({ asset_id: body.asset_id });
    expect(await post('/try_on_outfit', { ...listed, selfie_base64: base64(), garments })).toMatchObject({
      status: 400,
      body: { code: 'pictures_too_large' },
    });
  });
});

describe('variants', () => {
  it('reserve an image each, cost as many, and are all in the response', async () => {
    gateways.setWork(async (event) => {
      accepted.push({ event, input: { fields: {}, pictures: {} } });
      const variants = event.data.image_ids.map((image_id, index) => ({
        image_id,
        object: objectNames.image(image_id),
        seed: 5 + index,
      }));
      await gateways.complete(event, 200, { variants });
    });
    const { status, body } = await post('/try_on_outfit', {
      selfie_base64: base64(),
      clothing_description: 'a red coat',
      mode: 'model_shot',
      variants: 3,
      seed: 5,
    });
    expect(status).toBe(200);
    const ids = accepted[0]?.event.data.image_ids ?? [];
    expect(ids).toHaveLength(3);
    expect(accepted[0]?.event.data.cost).toBe(3);
    const told = (image_id: string, seed: number) => ({
      image_id,
      seed,
      mime_type: 'image/jpeg',
      image_url: `http://images.example/bucket/${objectNames.image(image_id)}`,
    });
    expect(body).toEqual({ ...told(ids[0] ?? '', 5), variants: ids.map((id, index) => told(id, 5 + index)) });
  });
});
