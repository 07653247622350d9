import assert from 'node:assert/strict';
import { describe } from 'node:test';
import sharp from 'sharp';
import type { Json } from '../contract.ts';
import { assertFields, row } from '../row.ts';
import type { Make, System } from '../system.ts';

const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

/** @returns the picture's width */
async function assertPicture({ image_base64, mime_type }: Json): Promise<number> {
  const { format, width } = await sharp(Buffer.from(image_base64, 'base64')).metadata();
  assert.equal(`image/${format}`, mime_type);
  return width;
}

/** POST /try_on_outfit. */
export function tryOnRows({ api, keys, made }: System): void {
  const recordOf = async (make: Make) => (await api.get(`/images/${(await make()).body.image_id}`, keys.first)).body;
  row('answers image_url, image_id and mime_type', async () => {
    assertFields((await made.temporary()).body, 'image_id', 'image_url', 'mime_type');
  });
  row('image_id is img_ and 24 lower-case hex characters', async () => {
    assert.match((await made.temporary()).body.image_id, /^img_[0-9a-f]{24}$/);
  });
  row('image_url resolves, without a key, to an image of mime_type', async () => {
    const { image_url, mime_type } = (await made.temporary()).body;
    const response = await fetch(image_url);
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, mime_type]);
    const { format } = await sharp(await response.arrayBuffer()).metadata();
    assert.equal(`image/${format}`, mime_type);
  });
  row('without store_image the record is temporary: category, endpoint, created_at, persistent false', async () => {
    const record = await recordOf(made.temporary);
    const { created_at, category, endpoint, persistent } = record;
    assert.deepEqual([category, endpoint, persistent], ['try-on', '/try_on_outfit', false]);
    assert.deepEqual({ ...record, ...(await made.temporary()).body }, record);
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.ok(Math.abs(Date.now() - Date.parse(created_at)) < 600_000, 'made just now, by our clock');
  });
  row('with store_image true the record is persistent', async () => {
    assert.equal((await recordOf(made.persistent)).persistent, true);
  });
  row('a data: prefix on a base64 field is accepted, and unknown fields are ignored', made.persistent);
  row('mode reference_environment without a reference keeps the selfie’s own scene; model_shot is white', async () => {
    const corner = async (make: Make) => {
      const image = sharp(await bytesOf((await make()).body.image_url));
      const { width, height } = await image.metadata();
      const box = { left: 0, top: 0, width: Math.ceil(width / 12), height: Math.ceil(height / 5) };
      const { channels } = await sharp(await image.extract(box).png().toBuffer()).stats();
      return Math.min(...channels.map(({ mean }) => mean));
    };
    assert.ok((await corner(made.temporary)) > 225, 'model_shot has a white corner');
    assert.ok((await corner(made.persistent)) < 225, 'reference_environment has the selfie’s corner');
  });
  row('outfit_base64 wins over clothing_image_url, which is not fetched', made.outfitAndUrl);
  row('a reference by clothing_image_url is accepted', made.withUrl);
}

/** POST /generate_image. */
export function generateRows({ api, keys, made }: System): void {
  for (const mode of ['studio', 'environment'] as const) {
    row(`mode ${mode} answers image_base64, an image of mime_type`, async () => {
      const { body } = await made[mode]();
      assertFields(body, 'image_base64', 'mime_type');
      assert.ok((await assertPicture(body)) >= 64);
    });
  }
  row('the two modes give different pictures', async () => {
    assert.notEqual((await made.studio()).body.image_base64, (await made.environment()).body.image_base64);
  });
  row('leaves no image record', async () => {
    await made.studio();
    await made.environment();
    const { body } = await api.get('/images', keys.first);
    assert.ok(body.images.every(({ endpoint }: Json) => endpoint !== '/generate_image'));
  });
}

const ITEM_FIELDS = ['category', 'color', 'description', 'item', 'price_range', 'products', 'style_tags'];

/** POST /analyze_outfit and its alias. */
export function analysisRows({ made }: System): void {
  const itemsOf = async (make: Make): Promise<Json[]> => (await make()).body.items;

  describe('POST /analyze_outfit', () => {
    row('answers items, at least one', async () => {
      assertFields((await made.analysis()).body, 'items');
      assert.ok((await itemsOf(made.analysis)).length >= 1);
    });
    row('every item has item, description, color, style_tags, category, price_range and products', async () => {
      for (const item of await itemsOf(made.analysis)) assertFields(item, ...ITEM_FIELDS);
    });
    row('no text of an item is empty', async () => {
      for (const item of await itemsOf(made.analysis)) {
        for (const field of ['item', 'description', 'color', 'category']) assert.notEqual(item[field], '', field);
      }
    });
    row('products is an array, empty or of title, url, thumbnail, price, store and snippet', async () => {
      const products = (await itemsOf(made.analysis)).flatMap((item) => item.products);
      for (const product of products) assertFields(product, 'price', 'snippet', 'store', 'thumbnail', 'title', 'url');
    });
  });
  describe('POST /identify_clothing', () => {
    row('answers the same request in the same shape', async () => {
      assertFields((await made.identification()).body, 'items');
      const items = await itemsOf(made.identification);
      assert.ok(items.length >= 1);
      for (const item of items) assertFields(item, ...ITEM_FIELDS);
    });
    row('names the same items as /analyze_outfit', async () => {
      const names = async (make: Make) => (await itemsOf(make)).map(({ item }) => item).sort();
      assert.deepEqual(await names(made.identification), await names(made.analysis));
    });
  });
}

/** POST /style_me. */
export function styleRows({ api, keys, made }: System): void {
  const outfitsOf = async (make: Make): Promise<Json[]> => (await make()).body.outfits;

  row('num_outfits defaults to 3', async () => {
    assertFields((await made.threeOutfits()).body, 'outfits');
    assert.equal((await outfitsOf(made.threeOutfits)).length, 3);
  });
  row('num_outfits 1 gives one, 2 gives two (4: see Limits)', async () => {
    assert.equal((await outfitsOf(made.oneOutfit)).length, 1);
    assert.equal((await outfitsOf(made.twoOutfits)).length, 2);
  });
  row('every outfit has description, items, style, image_base64 and mime_type', async () => {
    for (const outfit of await outfitsOf(made.threeOutfits)) {
      assertFields(outfit, 'description', 'image_base64', 'items', 'mime_type', 'style');
      assert.notEqual(outfit.description, '');
      assert.ok(outfit.items.length > 0);
    }
  });
  row('image_base64 is an image of mime_type, or empty', async () => {
    const shown = (await outfitsOf(made.threeOutfits)).filter(({ image_base64 }) => image_base64 !== '');
    assert.notEqual(shown.length, 0, 'not one picture was made');
    for (const outfit of shown) await assertPicture(outfit);
  });
  row('the outfits of one answer differ', async () => {
    const outfits = await outfitsOf(made.threeOutfits);
    assert.equal(new Set(outfits.map(({ description }) => description)).size, 3);
  });
  row('preferences and occasion change the outcome', async () => {
    const [[one], [other]] = [await outfitsOf(made.oneOutfit), await outfitsOf(made.otherOutfit)];
    assert.notDeepEqual(one.items, other.items);
  });
  row(
    'each picture made leaves a temporary record: category style-me, endpoint /style_me, persistent false',
    async () => {
      const requests = [made.threeOutfits, made.oneOutfit, made.twoOutfits, made.otherOutfit];
      const outfits = (await Promise.all(requests.map(outfitsOf))).flat();
      const answered = new Set(outfits.map(({ image_base64 }) => image_base64).filter((picture) => picture !== ''));
      const images: Json[] = (await api.get('/images', keys.first)).body.images;
      const records = images.filter(({ category }) => category === 'style-me');
      for (const { endpoint, persistent } of records) assert.deepEqual([endpoint, persistent], ['/style_me', false]);
      const stored = await Promise.all(
        records.map(async ({ image_url }) => (await bytesOf(image_url)).toString('base64')),
      );
      const missing = [...answered].filter((picture) => !stored.includes(picture));
      assert.equal(missing.length, 0, `${missing.length} of ${answered.size} pictures have no record`);
    },
  );
}
