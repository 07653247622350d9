import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { colourModel } from '../fixtures/colour-model.ts';
import { loadSegmentation } from './load-segmentation.ts';

let folder: string;
let model: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'segmentation-'));
  model = join(folder, 'model.tflite');
  await writeFile(model, colourModel([[0, 0, 0, 0]]));
});
afterAll(() => rm(folder, { recursive: true }));

const fitting = { inputs: ['float32 1x256x256x3'], outputs: ['float32 1x256x256x6'] };
const loading = (declared: Partial<typeof fitting>, ran: Float32Array[] = []) => {
  const run = async (input: Float32Array) => {
    ran.push(input);
    return [];
  };
  return loadSegmentation(async () => ({ run, ...fitting, ...declared }), model);
};

describe('the operator’s segmentation model', () => {
  test('given the right shapes, then it is loaded and has run once', async () => {
    const ran: Float32Array[] = [];
    await loading({}, ran);
    expect(ran.map(({ length }) => length)).toEqual([256 * 256 * 3]);
  });

  test.each([
    [{ inputs: ['uint8 1x256x256x3'] }, 'takes uint8 1x256x256x3 and gives'],
    [{ inputs: ['float32 1x144x256x3'] }, 'takes float32 1x144x256x3 and gives'],
    [{ outputs: ['float32 1x256x256x1'] }, 'gives float32 1x256x256x1 instead'],
    [{ outputs: ['float32 1x256x256x6', 'float32 1'] }, 'gives float32 1x256x256x6, float32 1 instead'],
  ])('given %j, then it is refused and the shapes are told', async (declared, text) => {
    await expect(loading(declared)).rejects.toThrow(text);
  });

  test('given a folder or a file that is no model, then nothing is loaded', async () => {
    const load = () => Promise.reject(new Error('not to be called'));
    await expect(loadSegmentation(load, folder)).rejects.toThrow('cannot read the file');
    await writeFile(join(folder, 'text'), 'hardly a model');
    await expect(loadSegmentation(load, join(folder, 'text'))).rejects.toThrow('not a TensorFlow Lite model');
  });
});
