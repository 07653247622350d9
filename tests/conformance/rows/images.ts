import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import sharp from 'sharp';
import type { Json } from '../contract.ts';
import { assertAnswer, assertFields, row } from '../row.ts';
import type { System } from '../system.ts';

const SPECIFIED = ['category', 'created_at', 'endpoint', 'image_id', 'image_url', 'mime_type', 'persistent'];
const NEWER = ['width', 'height', 'provider', 'model', 'approximations', 'job_id', 'expires_at'];
const MISSING = '/images/img_000000000000000000000000';

/** GET /images, GET /images/:id and DELETE /images/:id. */
export function imagesRows(system: System): void {
  const { api, keys, made } = system;
  const list = async (query = '', key = keys.first) => (await api.get(`/images${query}`, key)).body;
  const idsOf = async (key: string): Promise<string[]> =>
    (await list('', key)).images.map((image: Json) => image.image_id);
  const pages = async (limit: number) => {
    const found: Json[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(`?limit=${limit}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
      found.push(page.images);
      cursor = page.next_cursor;
    } while (cursor !== undefined && found.length < 1000);
    return found;
  };

  describe('GET /images', () => {
    before(made.temporary);
    before(made.persistent);
    row('answers images, every record with all fields', async () => {
      const body = await list();
      assertFields(body, 'images');
      assert.ok(body.images.length > 0);
      for (const record of body.images) assertFields(record, ...SPECIFIED, ...NEWER);
    });
    row('is ordered newest first', async () => {
      const times = (await list()).images.map(({ created_at }: Json) => created_at);
      assert.deepEqual(times, times.toSorted().reverse());
    });
    row('has the image of a request as soon as that is answered, for every key of the user', async () => {
      const { image_id } = (await made.temporary()).body;
      for (const key of [keys.first, keys.second]) assert.ok((await idsOf(key)).includes(image_id));
    });
    row('has no image of another user', async () => {
      const { image_id: own } = (await made.temporary()).body;
      const { image_id: foreign } = (await made.byOther()).body;
      assert.ok(!(await idsOf(keys.first)).includes(foreign));
      assert.ok((await idsOf(keys.other)).includes(foreign));
      assert.ok(!(await idsOf(keys.other)).includes(own));
    });
    row('pages of limit and cursor are the whole list, in order', async () => {
      const { images } = await list();
      for (const limit of [1, 2, 3]) {
        const found = await pages(limit);
        assert.deepEqual(found.flat(), images);
        for (const page of found.slice(0, -1)) assert.equal(page.length, limit);
      }
    });
    row('next_cursor is there only where limit was given and more is left', async () => {
      const { images, next_cursor } = await list();
      assert.equal(next_cursor, undefined);
      const count = Math.min(images.length, 100);
      assert.equal('next_cursor' in (await list(`?limit=${count}`)), images.length > 100);
      assert.equal('next_cursor' in (await list(`?limit=${count - 1}`)), true);
    });
    row('limit is an integer between 1 and 100', async () => {
      for (const limit of ['0', '101', '-1', '1.5', 'x', '', '1&limit=2']) {
        const answer = await api.get(`/images?limit=${limit}`, keys.first);
        await assertAnswer(answer, 400, 'limit must be an integer between 1 and 100', limit);
      }
      for (const limit of [1, 100]) await assertAnswer(api.get(`/images?limit=${limit}`, keys.first), 200);
    });
    row('a cursor that it has not given is refused', async () => {
      for (const cursor of ['x', '%00', 'x'.repeat(500), 'eyJhIjoxfQ']) {
        const answer = await api.get(`/images?limit=2&cursor=${cursor}`, keys.first);
        await assertAnswer(answer, 400, 'cursor must be a cursor returned by this endpoint', cursor);
      }
    });
    row('unknown parameters are ignored', () => assertAnswer(api.get('/images?colour=red', keys.first), 200));
  });

  describe('GET /images/:id', () => {
    row('answers the record that the list has', async () => {
      const [record] = (await list('?limit=1')).images;
      const { status, body } = await api.get(`/images/${record.image_id}`, keys.second);
      assert.deepEqual([status, body], [200, record]);
    });
    row('a missing image is 404 "Image not found"', async () => {
      await assertAnswer(api.get(MISSING, keys.first), 404, 'Image not found');
    });
    row('another user’s image is the same 404, in body and headers', async () => {
      const { image_id } = (await made.byOther()).body;
      const [foreign, missing] = [await api.get(`/images/${image_id}`, keys.first), await api.get(MISSING, keys.first)];
      assert.equal(foreign.status, 404);
      assert.deepEqual({ ...foreign.body, request_id: '' }, { ...missing.body, request_id: '' });
      const lasting = ({ headers }: typeof foreign) =>
        [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
      assert.deepEqual(lasting(foreign), lasting(missing));
      await assertAnswer(api.get(`/images/${image_id}`, keys.other), 200);
    });
    row(
      "has the picture's properties, the request that made it, and what was approximated, as its response had",
      async () => {
        const { id, answer } = await made.temporary();
        const { body } = await api.get(`/images/${answer.body.image_id}`, keys.first);
        const { width, height } = await sharp(await (await fetch(body.image_url)).arrayBuffer()).metadata();
        assert.deepEqual([body.width, body.height], [width, height]);
        assert.equal(body.job_id, id);
        const inResponse = answer.headers.get('styling-approximations')?.split(',') ?? [];
        assert.deepEqual(inResponse, body.approximations?.toSorted());
      },
    );
    row('what is no image id is the same 404', async () => {
      const long = `img_${'0'.repeat(500)}`;
      for (const id of ['x', 'img_', 'img_XYZ', long, 'img_0%00', '..%2Fusage', '%27%20OR%201%3D1']) {
        await assertAnswer(api.get(`/images/${id}`, keys.first), 404, 'Image not found', id);
      }
    });
  });

  describe('DELETE /images/:id', () => {
    const remove = (id: string, key: string) => api.call('DELETE', `/images/${id}`, { key });
    row('another user’s image and a missing one are the same 404, and it stays', async () => {
      const { image_id } = (await made.byOther()).body;
      for (const id of [image_id, 'img_000000000000000000000000', 'x']) {
        await assertAnswer(remove(id, keys.first), 404, 'Image not found', id);
      }
      await assertAnswer(api.get(`/images/${image_id}`, keys.other), 200);
    });
    row('a permanent image is gone, record and address, once 204 is answered; then it is a 404', async () => {
      const json = { ...system.good['/try_on_outfit'], store_image: true };
      const { body } = await api.post('/try_on_outfit', keys.other, json);
      const { rate_limit } = await api.usage(keys.other);
      assert.equal((await fetch(body.image_url)).status, 200);
      await assertAnswer(remove(body.image_id, keys.other), 204);
      assert.notEqual((await fetch(body.image_url)).status, 200);
      await assertAnswer(remove(body.image_id, keys.other), 404, 'Image not found');
      await assertAnswer(api.get(`/images/${body.image_id}`, keys.other), 404, 'Image not found');
      assert.ok(!(await idsOf(keys.other)).includes(body.image_id));
      assert.deepEqual((await api.usage(keys.other)).rate_limit, rate_limit, 'a deletion is free');
    });
  });
}

/** Uploaded pictures, and what is made with them: by user B. */
export function assetsRows({ api, keys, pictures }: System): void {
  const key = keys.other;
  const picture = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
  const upload = (kind: string, bytes: Uint8Array) =>
    api.call('POST', `/assets?kind=${kind}`, { key, upload: picture(bytes) });
  const used = async () => (await api.usage(key)).rate_limit.used_today;
  const tryOn = (fields: object, as = key) => api.post('/try_on_outfit', as, { mode: 'model_shot', ...fields });
  const inSweater = (selfie_asset_id: string) => tryOn({ selfie_asset_id, clothing_description: 'a red sweater' });
  let selfie: Json;

  describe('Assets', () => {
    row('a selfie is judged and kept, free of charge', async () => {
      const before = await used();
      const { body, headers } = await assertAnswer(upload('selfie', pictures.selfie), 201);
      assert.match(body.asset_id, /^ast_[0-9a-f]{24}$/);
      assert.ok(!headers.has('x-ratelimit-limit'));
      assert.equal(await used(), before);
      selfie = body;
    });
    row('the file of a form is kept as well', async () => {
      const form = new FormData();
      form.append('image', picture(pictures.garment), 'garment.jpg');
      const { status, body } = await api.call('POST', '/assets?kind=garment', { key, upload: form });
      assert.deepEqual({ status, kind: body.kind, checks: body.checks }, { status: 201, kind: 'garment', checks: [] });
    });
    row('a selfie may be HEIC, AVIF, WebP or GIF', async () => {
      for (const [format, bytes] of Object.entries(pictures.otherFormats)) {
        const { status, body } = await upload('selfie', bytes);
        assert.equal(status, 201, `${format}: ${JSON.stringify(body)}`);
      }
    });
    row('a selfie that shows nobody is refused, unless this system does not check', async (context) => {
      const answer = await upload('selfie', pictures.blank);
      if (answer.status === 201) return context.skip('selfies are not checked here');
      await assertAnswer(answer, 400, 'image must show a person');
    });
    row('each is in the list and has a record, for its user only, and no address', async () => {
      const { body } = await api.get('/assets?limit=1', key);
      assert.equal(body.assets.length, 1);
      assert.ok(body.next_cursor);
      const all: Json[] = (await api.get('/assets', key)).body.assets;
      assert.ok(all.some(({ asset_id }) => asset_id === selfie.asset_id));
      assert.deepEqual((await api.get(`/assets/${selfie.asset_id}`, key)).body, selfie);
      await assertAnswer(api.get(`/assets/${selfie.asset_id}`, keys.first), 404, 'Asset not found');
      await assertAnswer(api.call('DELETE', `/assets/${selfie.asset_id}`, { key: keys.first }), 404, 'Asset not found');
      assert.ok(!JSON.stringify(all).includes('://'));
    });
  });

  describe('POST /try_on_outfit with what is kept here', () => {
    let first: Json;
    row('a selfie that is named is dressed as one that is sent', async () => {
      const { body } = await assertAnswer(inSweater(selfie.asset_id), 200);
      assertFields(body, 'image_id', 'image_url', 'mime_type');
      first = body;
    });
    row('a jacket with trousers: as many variants as asked for, each counted, with their seeds', async () => {
      const before = await used();
      const garments = [
        { description: 'navy blazer', category: 'outerwear' },
        { description: 'beige chinos', category: 'bottom' },
      ];
      const { body } = await assertAnswer(
        tryOn({ selfie_asset_id: selfie.asset_id, garments, seed: 11, variants: 2 }),
        200,
      );
      const { seed, variants, ...named } = body;
      const [one, two] = variants;
      assert.deepEqual(one, { ...named, seed });
      assert.notEqual(one.image_id, two.image_id);
      assert.deepEqual([one.seed, two.seed], one.seed === null ? [null, null] : [11, 12]);
      assert.equal(await used(), before + 2);
    });
    row('a result is dressed further, its selfie being an image record', async () => {
      const garments = [{ description: 'navy blazer', category: 'outerwear' }];
      const fields = { selfie_image_id: first.image_id, garments };
      await assertAnswer(tryOn(fields), 200);
      await assertAnswer(tryOn(fields, keys.first), 400);
    });
    row('one that is deleted is gone, everywhere', async () => {
      const path = `/assets/${selfie.asset_id}`;
      await assertAnswer(api.call('DELETE', path, { key }), 204);
      await assertAnswer(api.get(path, key), 404, 'Asset not found');
      await assertAnswer(api.call('DELETE', path, { key }), 404, 'Asset not found');
      const { status, body } = await inSweater(selfie.asset_id);
      assert.deepEqual([status, body.code], [400, 'asset_not_found']);
    });
  });
}
