import { describe, expect, test } from 'vitest';
import type { Networks } from '../models/networks.ts';
import type { Detection } from '../models/ssd.ts';
import { fitFaceMesh } from './find-face.ts';

const image = { data: new Uint8Array(400 * 400 * 3), width: 400, height: 400 };
/** An upright face, 100 pixels a side. */
const box: Detection = {
  ...{ left: 150, right: 250, top: 150, bottom: 250, score: 1 },
  points: [
    [180, 190],
    [220, 190],
  ],
};

/** A mesh in pixels of the network's 192: all points in the middle, but the lips `open` apart and chin and brow 100. */
function meshOf(open: number): Float32Array {
  const values = new Float32Array(468 * 3).fill(96);
  values[13 * 3 + 1] = 100;
  values[14 * 3 + 1] = 100 + open;
  values[10 * 3 + 1] = 40;
  values[152 * 3 + 1] = 140;
  return values;
}

async function fit(...openings: number[]) {
  const meshes = openings.map(meshOf);
  let calls = 0;
  const networks = { faceMesh: async () => [meshes[calls++]!, Float32Array.of(1)] } as unknown as Networks;
  const face = (await fitFaceMesh(networks, image, box))!;
  return { face, calls };
}

describe('the face mesh', () => {
  test('given a mouth that is not wide open, then the outline is the mesh’s', async () => {
    const { face, calls } = await fit(12);
    expect(calls).toBe(1);
    expect(face.outline).toContainEqual(face.mesh[152]);
  });

  test('given a wide open mouth, then its outline is fitted again in a larger and lower part of the picture', async () => {
    const { face, calls } = await fit(13, 20);
    expect(calls).toBe(2);
    // 150 pixels a side round 200, 200; then 15 % larger and 15 pixels lower.
    expect(face.mesh[152]![1]).toBeCloseTo(200 + (140 / 192 - 0.5) * 150, 3);
    const lowest = Math.max(...face.outline.map(([, y]) => y));
    expect(lowest).toBeCloseTo(215 + (140 / 192 - 0.5) * 172.5, 3);
  });
});
