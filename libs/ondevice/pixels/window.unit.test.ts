import { expect, test } from 'vitest';
import { cropped, paste, tiles } from './window.ts';

test('given a picture, when its tiles are cut out with a margin and pasted, then each pixel is written once', () => {
  const size = { width: 150, height: 70 };
  const plane = Float32Array.from({ length: 150 * 70 }, (_, i) => i);
  const out = new Float32Array(plane.length);
  let written = 0;
  for (const { tile, around } of tiles(size, 5)) {
    paste(cropped(plane, around), around, tile, out);
    written += tile.size.width * tile.size.height;
  }
  expect(written).toBe(plane.length);
  expect(out).toEqual(plane);
});
