import { expect, test } from 'vitest';
import { learnLook, likelierOf, textureBinsOf } from './looks.ts';

const size = { width: 64, height: 64 };
const count = size.width * size.height;
const isLeft = (i: number) => i % size.width < 32;

test('given a rough and a smooth half of one colour, then their textures tell them apart', () => {
  const lightness = Float32Array.from({ length: count }, (_, i) => (isLeft(i) ? 0.4 + 0.2 * (i % 2) : 0.5));
  const textures = textureBinsOf(lightness, 100, size);
  const colours = new Uint16Array(count);
  const [rough, smooth] = [learnLook(isLeft, colours, textures)!, learnLook((i) => !isLeft(i), colours, textures)!];
  const likelier = likelierOf(rough, smooth);
  expect(likelier(0, textures[16]!)).toBeGreaterThan(1);
  expect(likelier(0, textures[48]!)).toBeLessThan(-1);
});

test('given too few pixels, then there is no look', () => {
  expect(learnLook((i) => i < 100, new Uint16Array(count), new Uint8Array(count))).toBeUndefined();
});
