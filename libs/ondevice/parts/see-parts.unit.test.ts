import { expect, test } from 'vitest';
import { innerTensors } from '../models/inner-outputs.ts';
import type { Networks } from '../models/networks.ts';
import { partAt, type SeenParts, seeParts } from './see-parts.ts';

const head = { centre: [50, 40], width: 20, height: 26, chin: [50, 53], brow: [50, 27], faceSeen: true } as const;
const image = { width: 100, height: 100, data: new Uint8Array(100 * 100 * 3) };
const sides = { selfieMask: [64, 32, 16, 32, 64], poseLandmarks: [64, 32, 16, 8, 16, 32, 64] };

/** Networks whose inner outputs are all zero; the first of the selfie network is missing if `broken`. */
function blind(broken = false): Networks {
  const network = (name: keyof typeof innerTensors) => async () => [
    ...Array.from({ length: innerTensors[name].own }, () => new Float32Array(1)),
    ...innerTensors[name].channels
      .map((channels, k) => new Float32Array((sides[name][k] ?? 0) ** 2 * channels))
      .slice(broken ? innerTensors[name].channels.length : 0),
  ];
  return { selfieMask: network('selfieMask'), poseLandmarks: network('poseLandmarks') } as unknown as Networks;
}

test('given networks, then every part has a share, and all sum to 1', async () => {
  const parts = await seeParts(blind(), image, head);
  const sum =
    (parts.ground[2000] ?? 0) + (parts.hair[2000] ?? 0) + (parts.skin[2000] ?? 0) + (parts.clothes[2000] ?? 0);
  expect(sum).toBeCloseTo(1);
  expect(parts.another?.every((share) => share >= 0 && share <= 1)).toBe(true);
  expect(parts.region.width).toBeCloseTo(3.8 * 26);
});

test('given what is alike on both sides, then the answers are, too', async () => {
  const { hair, another = new Float32Array(), side } = await seeParts(blind(), image, head);
  for (const plane of [hair, another]) expect(plane[10 * side + 3]).toBeCloseTo(plane[10 * side + side - 4] ?? -1, 3);
});

test('given a network without inner outputs, then it is named', async () => {
  await expect(seeParts(blind(true), image, head)).rejects.toThrow('the network selfieMask has no inner output 0');
});

test('given a place in the region, then it has the value there; none outside', () => {
  const region = { x: 50, y: 50, width: 40, height: 40, rotation: 0 };
  const plane = Float32Array.of(0, 1, 0, 1);
  const parts: SeenParts = { region, side: 2, ground: plane, hair: plane, skin: plane, clothes: plane };
  expect([partAt(parts, plane, 31, 50), partAt(parts, plane, 68, 50)]).toEqual([0, 1]);
  expect(partAt(parts, plane, 49.5, 50)).toBeCloseTo(0.5);
  expect(partAt(parts, plane, 20, 50)).toBeUndefined();
});
