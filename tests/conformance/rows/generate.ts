import assert from 'node:assert/strict';
import { describe } from 'node:test';
import sharp from 'sharp';
import type { Images } from '../bodies.ts';
import { assertFields } from '../expect.ts';
import { row } from '../row.ts';
import type { System } from '../system.ts';

/** POST /generate_image. */
export function generateRows({ api, keys, made }: System): void {
  describe('POST /generate_image', () => {
    for (const mode of ['studio', 'environment'] as const) {
      row(`mode ${mode} answers image_base64, an image of mime_type`, async () => {
        const { body } = (await made[mode]()).answer;
        assertFields(body, 'image_base64', 'mime_type');
        const { format, width } = await sharp(Buffer.from(body.image_base64, 'base64')).metadata();
        assert.equal(`image/${format}`, body.mime_type);
        assert.ok(width >= 64);
      });
    }
    row('the two modes give different pictures', async () => {
      const [studio, environment] = [await made.studio(), await made.environment()];
      assert.notEqual(studio.answer.body.image_base64, environment.answer.body.image_base64);
    });
    row('leaves no image record', async () => {
      await made.studio();
      await made.environment();
      const { body } = await api.get<Images>('/images', keys.first);
      assert.ok(body.images.every(({ endpoint }) => endpoint !== '/generate_image'));
    });
  });
}
