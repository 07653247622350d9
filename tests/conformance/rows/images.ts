import assert from 'node:assert/strict';
import { describe } from 'node:test';
import sharp from 'sharp';
import type { ImageRecord, Images } from '../bodies.ts';
import { assertError, assertFields } from '../expect.ts';
import { goodRequests } from '../provoke.ts';
import { row } from '../row.ts';
import type { System } from '../system.ts';

/** Of the specification, and newer ones. */
const FIELDS = [
  ...['category', 'created_at', 'endpoint', 'image_id', 'image_url', 'mime_type', 'persistent'],
  ...['width', 'height', 'provider', 'model', 'approximations', 'job_id', 'expires_at'],
];
const MISSING = '/images/img_000000000000000000000000';

/** GET /images and GET /images/:id. */
export function imagesRows(system: System): void {
  const { api, keys, made } = system;
  const list = async (query = '', key = keys.first) => (await api.get<Images>(`/images${query}`, key)).body;
  /** All pages of so many images each. */
  const pages = async (limit: number) => {
    const found: Images[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(`?limit=${limit}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
      found.push(page);
      cursor = page.next_cursor;
    } while (cursor !== undefined && found.length < 1000);
    return found;
  };

  describe('GET /images', () => {
    row('answers images, every record with all fields', async () => {
      await made.temporary();
      const body = await list();
      assertFields(body, 'images');
      assert.ok(body.images.length > 0);
      for (const record of body.images) assertFields(record, ...FIELDS);
    });
    row('is ordered newest first', async () => {
      await made.temporary();
      await made.persistent();
      const times = (await list()).images.map(({ created_at }) => created_at);
      assert.deepEqual(times, times.toSorted().reverse());
    });
    row('has the image of a request as soon as that is answered, for every key of the user', async () => {
      const { image_id } = (await made.temporary()).answer.body;
      for (const key of [keys.first, keys.second]) {
        assert.ok((await list('', key)).images.some((image) => image.image_id === image_id));
      }
    });
    row('has no image of another user', async () => {
      const { image_id: own } = (await made.temporary()).answer.body;
      const { image_id: foreign } = (await made.byOther()).answer.body;
      const ids = async (key: string) => (await list('', key)).images.map(({ image_id }) => image_id);
      assert.ok(!(await ids(keys.first)).includes(foreign));
      assert.ok((await ids(keys.other)).includes(foreign));
      assert.ok(!(await ids(keys.other)).includes(own));
    });
    row('pages of limit and cursor are the whole list, in order', async () => {
      await made.temporary();
      await made.persistent();
      const { images } = await list();
      for (const limit of [1, 2, 3]) {
        const found = await pages(limit);
        const all = found.flatMap((page) => page.images);
        assert.deepEqual(all, images);
        for (const page of found.slice(0, -1)) assert.equal(page.images.length, limit);
      }
    });
    row('next_cursor is there only where limit was given and more is left', async () => {
      await made.temporary();
      await made.persistent();
      const { images, next_cursor } = await list();
      assert.equal(next_cursor, undefined);
      const count = Math.min(images.length, 100);
      assert.equal('next_cursor' in (await list(`?limit=${count}`)), images.length > 100);
      assert.equal('next_cursor' in (await list(`?limit=${count - 1}`)), true);
    });
    row('limit is an integer between 1 and 100', async () => {
      for (const limit of ['0', '101', '-1', '1.5', 'x', '', '1&limit=2']) {
        const answer = await api.get(`/images?limit=${limit}`, keys.first);
        assertError(answer, 400, 'limit must be an integer between 1 and 100', limit);
      }
      for (const limit of [1, 100]) assert.equal((await api.get(`/images?limit=${limit}`, keys.first)).status, 200);
    });
    row('a cursor that it has not given is refused', async () => {
      for (const cursor of ['x', '%00', 'x'.repeat(500), 'eyJhIjoxfQ']) {
        const answer = await api.get(`/images?limit=2&cursor=${cursor}`, keys.first);
        assertError(answer, 400, 'cursor must be a cursor returned by this endpoint', cursor);
      }
    });
    row('unknown parameters are ignored', async () => {
      assert.equal((await api.get('/images?colour=red', keys.first)).status, 200);
    });
  });

  describe('GET /images/:id', () => {
    row('answers the record that the list has', async () => {
      await made.temporary();
      const [record] = (await list('?limit=1')).images;
      const { status, body } = await api.get<ImageRecord>(`/images/${record?.image_id}`, keys.second);
      assert.equal(status, 200);
      assert.deepEqual(body, record);
    });
    row('a missing image is 404 "Image not found"', async () => {
      assertError(await api.get(MISSING, keys.first), 404, 'Image not found');
    });
    row('another user’s image is the same 404, in body and headers', async () => {
      const { image_id } = (await made.byOther()).answer.body;
      const [foreign, missing] = [await api.get(`/images/${image_id}`, keys.first), await api.get(MISSING, keys.first)];
      assert.equal(foreign.status, 404);
      assert.deepEqual({ ...foreign.body, request_id: '' }, { ...missing.body, request_id: '' });
      const lasting = ({ headers }: typeof foreign) =>
        [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
      assert.deepEqual(lasting(foreign), lasting(missing));
      assert.equal((await api.get(`/images/${image_id}`, keys.other)).status, 200);
    });
    row(
      "has the picture's properties, the request that made it, and what was approximated, as its response had",
      async () => {
        const { answer } = await made.temporary();
        const { body } = await api.get<ImageRecord>(`/images/${answer.body.image_id}`, keys.first);
        const { width, height } = await sharp(await (await fetch(body.image_url)).arrayBuffer()).metadata();
        assert.deepEqual([body.width, body.height], [width, height]);
        assert.equal(body.job_id, answer.headers.get('x-request-id'));
        const inResponse = answer.headers.get('styling-approximations')?.split(',') ?? [];
        assert.deepEqual(inResponse, body.approximations?.toSorted());
      },
    );
    row('what is no image id is the same 404', async () => {
      const long = `img_${'0'.repeat(500)}`;
      for (const id of ['x', 'img_', 'img_XYZ', long, 'img_0%00', '..%2Fusage', '%27%20OR%201%3D1']) {
        assertError(await api.get(`/images/${id}`, keys.first), 404, 'Image not found', id);
      }
    });
  });

  describe('DELETE /images/:id', () => {
    const remove = (id: string, key: string) => api.call('DELETE', `/images/${id}`, { key });
    row('another user’s image and a missing one are the same 404, and it stays', async () => {
      const { image_id } = (await made.byOther()).answer.body;
      for (const id of [image_id, 'img_000000000000000000000000', 'x']) {
        assertError(await remove(id, keys.first), 404, 'Image not found', id);
      }
      assert.equal((await api.get(`/images/${image_id}`, keys.other)).status, 200);
    });
    row('a permanent image is gone, record and address, once 204 is answered; then it is a 404', async () => {
      const json = { ...goodRequests(system)['/try_on_outfit'], store_image: true };
      const { body, headers } = await api.call<ImageRecord>('POST', '/try_on_outfit', { key: keys.other, json });
      const { used_today } = (await api.usage(keys.other)).rate_limit;
      assert.equal((await fetch(body.image_url)).status, 200);
      assert.equal((await remove(body.image_id, keys.other)).status, 204);
      assert.notEqual((await fetch(body.image_url)).status, 200);
      assertError(await remove(body.image_id, keys.other), 404, 'Image not found');
      assertError(await api.get(`/images/${body.image_id}`, keys.other), 404, 'Image not found');
      const ids = (await list('', keys.other)).images.map(({ image_id }) => image_id);
      assert.ok(!ids.includes(body.image_id));
      assert.equal((await api.usage(keys.other)).rate_limit.used_today, used_today, 'a deletion is free');
      assert.ok(headers.has('x-ratelimit-remaining'));
    });
  });
}
