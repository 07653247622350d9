import { expect, test } from 'vitest';
import { square } from '../models/crop.ts';
import type { Networks } from '../models/networks.ts';
import { type Classes, classesOver, noClasses, seeClasses } from './classes.ts';

const side = 256;
const size = { width: 64, height: 64 };

/** A look in which all pixels are of one class. */
const all = (which: keyof Classes): Classes => ({
  ...noClasses(side * side),
  [which]: new Float32Array(side * side).fill(1),
});
const at = (classes: Classes, which: keyof Classes, x: number, y: number) => classes[which][y * size.width + x]!;

test('given a closer look, then it counts inside of its region, fades to the wider one, and beyond all is ground', () => {
  const over = classesOver(
    [
      { region: square(24, 24, 48), classes: all('clothes') },
      { region: square(24, 24, 20), classes: all('hair') },
    ],
    size,
  );
  expect(at(over, 'hair', 24, 24)).toBe(1);
  expect(at(over, 'clothes', 24, 40)).toBe(1);
  expect(at(over, 'hair', 15, 24)).toBeGreaterThan(0);
  expect(at(over, 'hair', 15, 24)).toBeLessThan(1);
  expect(at(over, 'ground', 60, 60)).toBe(1);
});

test('given logits of six classes, then both kinds of skin are one, and a portrait is looked at once', async () => {
  const crops: Float32Array[] = [];
  const parsing = async (crop: Float32Array) => {
    crops.push(crop);
    const logits = new Float32Array(side * side * 6);
    // Skin of the body to the left, of the face to the right.
    for (let i = 0; i < side * side; i++) logits[i * 6 + (i % side < side / 2 ? 2 : 3)] = 20;
    return [logits];
  };
  const selfieMask = async () => [new Float32Array(side * side)];
  const image = { ...size, data: new Uint8Array(64 * 64 * 3) };
  const head = { centre: [32, 20], width: 20, height: 28, chin: [32, 34], brow: [32, 6], faceSeen: true } as const;
  const [look, ...others] = await seeClasses({ parsing, selfieMask } as unknown as Networks, image, head, {
    left: 0,
    right: 64,
    top: 0,
    bottom: 64,
  });
  expect([crops.length, others.length]).toEqual([1, 0]);
  expect(look!.classes.skin.every((value) => value > 0.999)).toBe(true);
});
