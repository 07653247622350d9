import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { LoadedNetwork, Network } from './litert.ts';

/** Side of the segmentation network's square input, in pixels. */
export const segmentationSide = 256;

/** Its classes, in the order of its channels. */
export const segmentationClasses = ['background', 'hair', 'bodySkin', 'faceSkin', 'clothes', 'others'] as const;

const takes = `float32 1x${segmentationSide}x${segmentationSide}x3`;
const gives = `float32 1x${segmentationSide}x${segmentationSide}x${segmentationClasses.length}`;

/**
 * Loads a clothes segmentation network supplied by the operator and runs it once. It must have the layout of Google's
 * `selfie_multiclass_256x256`: RGB 0..1 in, one value per class and pixel out. If there is a file `<path>.sha256` beside it, as
 * `sha256sum` and `npm run fetch-model` write it, the model must have that digest.
 *
 * @throws Error naming the variable if the file is missing, unreadable, not a model, or has another digest or other shapes
 */
export async function loadSegmentation(
  load: (model: Uint8Array) => Promise<LoadedNetwork>,
  path: string,
): Promise<Network> {
  const bytes = await readFile(path).catch((cause) => {
    throw new Error('ONDEVICE_SEGMENTATION_MODEL: cannot read the file', { cause });
  });
  const kept = await keptDigest(path);
  if (kept !== undefined && kept !== hash('sha256', bytes))
    throw new Error('ONDEVICE_SEGMENTATION_MODEL: the file does not have the digest of the .sha256 file beside it');
  // The runtime aborts permanently on a file that is not a model.
  if (bytes.toString('latin1', 4, 8) !== 'TFL3')
    throw new Error('ONDEVICE_SEGMENTATION_MODEL: not a TensorFlow Lite model');
  const { run, inputs, outputs } = await load(new Uint8Array(bytes)).catch((cause) => {
    throw new Error('ONDEVICE_SEGMENTATION_MODEL: cannot load the model', { cause });
  });
  if (inputs.join() !== takes || outputs.join() !== gives) {
    const found = `takes ${inputs.join(', ')} and gives ${outputs.join(', ')}`;
    throw new Error(`ONDEVICE_SEGMENTATION_MODEL: the model ${found} instead of ${takes} and ${gives}`);
  }
  await run(new Float32Array(segmentationSide ** 2 * 3));
  return run;
}

/** The digest kept beside a model, in lower case; undefined without one. */
export async function keptDigest(path: string): Promise<string | undefined> {
  const text = await readFile(`${path}.sha256`, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text?.split(/\s/, 1)[0]?.toLowerCase();
}
