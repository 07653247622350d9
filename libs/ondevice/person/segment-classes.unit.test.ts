import { describe, expect, test } from 'vitest';
import type { Networks } from '../models/networks.ts';
import { label, labelCount } from './labels.ts';
import { type ClassBeliefs, personOf, segmentClasses, weighByClasses } from './segment-classes.ts';

const pixels = 256 * 256;
const image = { width: 4, height: 2, data: new Uint8Array(4 * 2 * 3) };
const answering = (pixel: readonly number[]) =>
  ({
    segmentation: async () => [Float32Array.from({ length: pixels * 6 }, (_, i) => pixel[i % 6] ?? 0)],
  }) as unknown as Networks;
const firstOf = (beliefs: ClassBeliefs | undefined) => Object.values(beliefs ?? {}).map((plane) => plane[0]);

describe('asking a segmentation network', () => {
  test('given none, then nothing is known', async () => {
    expect(await segmentClasses({} as Networks, image)).toBeUndefined();
  });

  test('given shares, then they are taken as they are, a plane a class', async () => {
    const beliefs = await segmentClasses(answering([0.5, 0.25, 0, 0, 0.25, 0]), image);
    expect(firstOf(beliefs)).toEqual([0.5, 0.25, 0, 0, 0.25, 0]);
    expect(beliefs && personOf(beliefs)[0]).toBe(0.5);
  });

  test('given logits, then their softmax is', async () => {
    const [background = 0, hair = 0, ...rest] = firstOf(await segmentClasses(answering([3, 3, -9, -9, -9, -9]), image));
    expect(background).toBeCloseTo(0.5, 3);
    expect(hair).toBeCloseTo(0.5, 3);
    expect(Math.max(...rest.map((value) => value ?? 1))).toBeLessThan(0.001);
  });

  test('given a network that answers with nothing, then that is said', async () => {
    await expect(segmentClasses({ segmentation: async () => [] } as unknown as Networks, image)).rejects.toThrow(
      'segmentation network returned no values',
    );
  });
});

test('given what the network saw, then priors follow it and seeds that it denies are gone', () => {
  const all = (value: number) => new Float32Array(pixels).fill(value);
  const classes = {
    ...{ background: all(0), hair: all(0), bodySkin: all(0.1), faceSkin: all(0), clothes: all(0.9), others: all(0) },
  };
  const priors = Array.from({ length: labelCount }, () => new Float32Array(8).fill(0.5));
  const seeds = Uint8Array.from([label.top, label.hair, label.skin, 0, label.bottom, 0, 0, 0]);
  weighByClasses(classes, image, priors, seeds);
  expect([...seeds]).toEqual([label.top, 0, 0, 0, label.bottom, 0, 0, 0]);
  expect(priors[label.background]?.[0]).toBe(0.5);
  expect(priors[label.top]?.[0]).toBeCloseTo(0.452, 3);
  expect(priors[label.hair]?.[0]).toBeCloseTo(0.02, 3);
  expect(priors[label.skin]?.[0]).toBeCloseTo(0.068, 3);
});
