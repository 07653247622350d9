import assert from 'node:assert/strict';
import { describe } from 'node:test';
import sharp from 'sharp';
import type { ImageRecord } from '../bodies.ts';
import { assertFields } from '../expect.ts';
import { row } from '../row.ts';
import type { System } from '../system.ts';

const ISO_MILLISECONDS_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** POST /try_on_outfit. */
export function tryOnRows({ api, keys, made }: System): void {
  const recordOf = async (make: typeof made.persistent) => {
    const { answer } = await make();
    return (await api.get<ImageRecord>(`/images/${answer.body.image_id}`, keys.first)).body;
  };
  describe('POST /try_on_outfit', () => {
    row('answers image_url, image_id and mime_type', async () => {
      const { body } = (await made.temporary()).answer;
      assertFields(body, 'image_id', 'image_url', 'mime_type');
    });
    row('image_id is img_ and 24 lower-case hex characters', async () => {
      assert.match((await made.temporary()).answer.body.image_id, /^img_[0-9a-f]{24}$/);
    });
    row('image_url resolves, without a key, to an image of mime_type', async () => {
      const { body } = (await made.temporary()).answer;
      const response = await fetch(body.image_url);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), body.mime_type);
      const { format } = await sharp(await response.arrayBuffer()).metadata();
      assert.equal(`image/${format}`, body.mime_type);
    });
    row('without store_image the record is temporary: category, endpoint, created_at, persistent false', async () => {
      const record = await recordOf(made.temporary);
      const { answer } = await made.temporary();
      const { created_at, category, endpoint, persistent } = record;
      assert.deepEqual([category, endpoint, persistent], ['try-on', '/try_on_outfit', false]);
      for (const [field, value] of Object.entries(answer.body)) assert.equal(record[field as keyof ImageRecord], value);
      assert.match(created_at, ISO_MILLISECONDS_UTC);
      assert.ok(Math.abs(Date.now() - Date.parse(created_at)) < 600_000, 'made just now, by our clock');
    });
    row('with store_image true the record is persistent', async () => {
      assert.equal((await recordOf(made.persistent)).persistent, true);
    });
    row('a data: prefix on a base64 field is accepted, and unknown fields are ignored', async () => {
      assert.equal((await made.persistent()).answer.status, 200);
    });
    row(
      'mode reference_environment without a reference keeps the selfie’s own scene; model_shot is white',
      async () => {
        const corner = async (make: typeof made.persistent) => {
          const image = sharp(await (await fetch((await make()).answer.body.image_url)).arrayBuffer());
          const { width, height } = await image.metadata();
          const box = { left: 0, top: 0, width: Math.ceil(width / 12), height: Math.ceil(height / 5) };
          const { channels } = await sharp(await image.extract(box).png().toBuffer()).stats();
          return Math.min(...channels.map(({ mean }) => mean));
        };
        assert.ok((await corner(made.temporary)) > 225, 'model_shot has a white corner');
        assert.ok((await corner(made.persistent)) < 225, 'reference_environment has the selfie’s corner');
      },
    );
    row('outfit_base64 wins over clothing_image_url, which is not fetched', async () => {
      assert.equal((await made.outfitAndUrl()).answer.status, 200);
    });
    row('a reference by clothing_image_url is accepted', async () => {
      assert.equal((await made.withUrl()).answer.status, 200);
    });
  });
}
