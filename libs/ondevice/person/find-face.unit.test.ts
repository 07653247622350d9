import { expect, test } from 'vitest';
import type { Networks } from '../models/networks.ts';
import type { Detection } from '../models/ssd.ts';
import { fitFaceMesh } from './find-face.ts';

const image = { data: new Uint8Array(400 * 400 * 3), width: 400, height: 400 };
/** An upright face, 100 pixels a side. */
const box: Detection = {
  left: 150,
  right: 250,
  top: 150,
  bottom: 250,
  score: 1,
  points: [
    [180, 190],
    [220, 190],
  ],
};

test('given a mesh in the pixels of the network, then it is in those of the image', async () => {
  const values = new Float32Array(468 * 3).fill(96);
  values[152 * 3 + 1] = 140;
  const networks = { faceMesh: async () => [values, Float32Array.of(1)] } as unknown as Networks;
  const face = await fitFaceMesh(networks, image, box);
  // 150 pixels a side round 200, 200.
  expect(face!.mesh[0]).toEqual([200, 200]);
  expect(face!.mesh[152]![1]).toBeCloseTo(200 + (140 / 192 - 0.5) * 150, 3);
});
