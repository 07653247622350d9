import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Asset, Assets, TryOnResult } from '../bodies.ts';
import { assertError } from '../expect.ts';
import { row } from '../row.ts';
import type { System } from '../system.ts';

/** Uploaded pictures, and what is made with them: by user B. */
export function assetsRows({ api, keys, pictures }: System): void {
  const key = keys.other;
  const picture = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
  const upload = (kind: string, bytes: Uint8Array) =>
    api.call<Asset>('POST', `/assets?kind=${kind}`, { key, upload: picture(bytes) });
  const used = async () => (await api.usage(key)).rate_limit.used_today;
  const tryOn = (fields: object) => api.post<TryOnResult>('/try_on_outfit', key, { mode: 'model_shot', ...fields });
  let selfie: Asset;

  describe('Assets', () => {
    row('a selfie is judged and kept, free of charge', async () => {
      const before = await used();
      const { status, body, headers } = await upload('selfie', pictures.selfie);
      assert.equal(status, 201, JSON.stringify(body));
      assert.match(body.asset_id, /^ast_[0-9a-f]{24}$/);
      assert.ok(!headers.has('x-ratelimit-limit'));
      assert.equal(await used(), before);
      selfie = body;
    });
    row('the file of a form is kept as well', async () => {
      const form = new FormData();
      form.append('image', picture(pictures.garment), 'garment.jpg');
      const { status, body } = await api.call<Asset>('POST', '/assets?kind=garment', { key, upload: form });
      assert.deepEqual({ status, kind: body.kind, checks: body.checks }, { status: 201, kind: 'garment', checks: [] });
    });
    row('a selfie may be HEIC, AVIF, WebP or GIF', async () => {
      for (const [format, bytes] of Object.entries(pictures.otherFormats)) {
        const { status, body } = await upload('selfie', bytes);
        assert.equal(status, 201, `${format}: ${JSON.stringify(body)}`);
      }
    });
    row('a selfie that shows nobody is refused, unless this system does not check', async (context) => {
      const { status, body } = await upload('selfie', pictures.blank);
      if (status === 201) return context.skip('selfies are not checked here');
      assert.deepEqual(
        { status, error: (body as { error?: string }).error },
        { status: 400, error: 'image must show a person' },
      );
    });
    row('each is in the list and has a record, for its user only, and no address', async () => {
      const { body } = await api.get<Assets>('/assets?limit=1', key);
      assert.equal(body.assets.length, 1);
      assert.ok(body.next_cursor);
      const all = (await api.get<Assets>('/assets', key)).body.assets;
      assert.ok(all.some(({ asset_id }) => asset_id === selfie.asset_id));
      assert.deepEqual((await api.get(`/assets/${selfie.asset_id}`, key)).body, selfie);
      assertError(await api.get(`/assets/${selfie.asset_id}`, keys.first), 404, 'Asset not found');
      assertError(await api.call('DELETE', `/assets/${selfie.asset_id}`, { key: keys.first }), 404, 'Asset not found');
      assert.ok(!JSON.stringify(all).includes('://'));
    });
  });

  describe('POST /try_on_outfit with what is kept here', () => {
    let first: TryOnResult;
    row('a selfie that is named is dressed as one that is sent', async () => {
      const { status, body } = await tryOn({ selfie_asset_id: selfie.asset_id, clothing_description: 'a red sweater' });
      assert.deepEqual([status, Object.keys(body).sort()], [200, ['image_id', 'image_url', 'mime_type']]);
      first = body;
    });
    row('a jacket with trousers: as many variants as asked for, each counted, with their seeds', async () => {
      const before = await used();
      const garments = [
        { description: 'navy blazer', category: 'outerwear' },
        { description: 'beige chinos', category: 'bottom' },
      ];
      const { status, body } = await tryOn({ selfie_asset_id: selfie.asset_id, garments, seed: 11, variants: 2 });
      assert.equal(status, 200, JSON.stringify(body));
      const [one, two] = body.variants ?? [];
      assert.ok(one && two);
      const { seed, variants, ...named } = body;
      assert.deepEqual(one, { ...named, seed });
      assert.notEqual(one.image_id, two.image_id);
      assert.deepEqual([one.seed, two.seed], one.seed === null ? [null, null] : [11, 12]);
      assert.equal(await used(), before + 2);
    });
    row('a result is dressed further, its selfie being an image record', async () => {
      const fields = {
        selfie_image_id: first.image_id,
        garments: [{ description: 'navy blazer', category: 'outerwear' }],
      };
      assert.equal((await tryOn(fields)).status, 200);
      assert.equal((await api.post('/try_on_outfit', keys.first, { mode: 'model_shot', ...fields })).status, 400);
    });
    row('one that is deleted is gone, everywhere', async () => {
      const path = `/assets/${selfie.asset_id}`;
      assert.equal((await api.call('DELETE', path, { key })).status, 204);
      assertError(await api.get(path, key), 404, 'Asset not found');
      assertError(await api.call('DELETE', path, { key }), 404, 'Asset not found');
      const { status, body } = await tryOn({ selfie_asset_id: selfie.asset_id, clothing_description: 'a red sweater' });
      assert.deepEqual([status, (body as { code?: string }).code], [400, 'asset_not_found']);
    });
  });
}
