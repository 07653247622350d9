import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharp } from '@styling/imaging';
import { photo } from '@styling/testing/photos';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEngine } from './engine.ts';
import { type ColourClass, colourModel } from './fixtures/colour-model.ts';

// The engine with a segmentation network of the operator's. Google's own is not at hand: models that tell classes by
// colour take its place.

let folder: string;
let astronaut: Buffer;
beforeAll(async () => {
  // Enough for a network that takes 256 x 256 pixels.
  astronaut = await sharp(await photo('astronaut.png'))
    .resize({ height: 256 })
    .png()
    .toBuffer();
  folder = await mkdtemp(join(tmpdir(), 'segmentation-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function modelFile(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

const never: ColourClass = [0, 0, 0, -20];
const orange: ColourClass = [40, -20, -20, -6];
const dark: ColourClass = [-40, -40, -40, 30];

async function topOf(segmentationModel: string): Promise<string | undefined> {
  const engine = await openEngine({ threads: 1, segmentationModel });
  try {
    const { items } = await engine.analyse(astronaut);
    return items.find(({ category }) => category === 'top')?.color;
  } finally {
    await engine.close();
  }
}

/** Background, hair, body skin, face skin, clothes, others: of a picture without classes everything is hair. */
const classes = (seen: Partial<Record<2 | 4, ColourClass>>) =>
  colourModel([never, [0, 0, 0, 0], seen[2] ?? never, never, seen[4] ?? never, never]);

// Without a network the suit is orange (analysis.slow.test.ts).
describe('a segmentation network', () => {
  test('given one that takes what is orange for cloth, then the suit is orange', async () => {
    expect(await topOf(await modelFile('orange.tflite', classes({ 4: orange })))).toBe('orange');
  });

  test('given one that takes what is orange for skin and what is dark for cloth, then it is not', async () => {
    const path = await modelFile('dark.tflite', classes({ 2: orange, 4: dark }));
    expect(['black', 'charcoal', 'dark grey', 'navy']).toContain(await topOf(path));
  });

  test.each<[string, () => Promise<string>, RegExp]>([
    ['a file that is not there', async () => join(folder, 'none.tflite'), /: cannot read the file$/],
    [
      'half a model',
      async () => modelFile('half.tflite', colourModel([never, never]).subarray(0, 200)),
      /: cannot load the model$/,
    ],
    [
      'a model of five classes',
      () => modelFile('five.tflite', colourModel([never, never, never, never, never])),
      /takes float32 1x256x256x3 and gives float32 1x256x256x5 instead of .* float32 1x256x256x6$/,
    ],
  ])('given %s, then the engine does not start and says why', async (_, make, message) => {
    const opening = openEngine({ threads: 1, segmentationModel: await make() });
    await expect(opening).rejects.toThrow(message);
    await expect(opening).rejects.toThrow(/^worker thread failed to start: ONDEVICE_SEGMENTATION_MODEL: /);
  });
});
