import assert from 'node:assert/strict';
import { describe } from 'node:test';
import sharp from 'sharp';
import type { Images } from '../bodies.ts';
import { assertFields } from '../expect.ts';
import { row } from '../row.ts';
import type { System } from '../system.ts';

/** POST /style_me. */
export function styleRows({ api, keys, made }: System): void {
  describe('POST /style_me', () => {
    row('num_outfits defaults to 3', async () => {
      const { body } = (await made.threeOutfits()).answer;
      assertFields(body, 'outfits');
      assert.equal(body.outfits.length, 3);
    });
    row('num_outfits 1 gives one, 2 gives two (4: see Limits)', async () => {
      assert.equal((await made.oneOutfit()).answer.body.outfits.length, 1);
      assert.equal((await made.twoOutfits()).answer.body.outfits.length, 2);
    });
    row('every outfit has description, items, style, image_base64 and mime_type', async () => {
      for (const outfit of (await made.threeOutfits()).answer.body.outfits) {
        assertFields(outfit, 'description', 'image_base64', 'items', 'mime_type', 'style');
        assert.notEqual(outfit.description, '');
        assert.ok(outfit.items.length > 0);
      }
    });
    row('image_base64 is an image of mime_type, or empty', async () => {
      const { outfits } = (await made.threeOutfits()).answer.body;
      const shown = outfits.filter(({ image_base64 }) => image_base64 !== '');
      assert.notEqual(shown.length, 0, 'not one picture was made');
      for (const { image_base64, mime_type } of shown) {
        const { format } = await sharp(Buffer.from(image_base64, 'base64')).metadata();
        assert.equal(`image/${format}`, mime_type);
      }
    });
    row('the outfits of one answer differ', async () => {
      const { outfits } = (await made.threeOutfits()).answer.body;
      assert.equal(new Set(outfits.map(({ description }) => description)).size, 3);
    });
    row('preferences and occasion change the outcome', async () => {
      const [one, other] = [await made.oneOutfit(), await made.otherOutfit()];
      assert.notDeepEqual(one.answer.body.outfits[0]?.items, other.answer.body.outfits[0]?.items);
    });
    row(
      'each picture made leaves a temporary record: category style-me, endpoint /style_me, persistent false',
      async () => {
        const pictures = [made.threeOutfits, made.oneOutfit, made.twoOutfits, made.otherOutfit].map(async (make) => {
          const { outfits } = (await make()).answer.body;
          return outfits.map(({ image_base64 }) => image_base64).filter((picture) => picture !== '');
        });
        const answered = new Set((await Promise.all(pictures)).flat());
        const { images } = (await api.get<Images>('/images', keys.first)).body;
        const records = images.filter(({ category }) => category === 'style-me');
        for (const { endpoint, persistent } of records) assert.deepEqual([endpoint, persistent], ['/style_me', false]);
        const stored = await Promise.all(
          records.map(async ({ image_url }) =>
            Buffer.from(await (await fetch(image_url)).arrayBuffer()).toString('base64'),
          ),
        );
        const missing = [...answered].filter((picture) => !stored.includes(picture));
        assert.equal(missing.length, 0, `${missing.length} of ${answered.size} pictures have no record`);
      },
    );
  });
}
