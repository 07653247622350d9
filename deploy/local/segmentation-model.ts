import { hash } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { download } from '@styling/local-servers';
import { openEngine } from '@styling/ondevice';
import { keptDigest } from '@styling/ondevice/segmentation-model';

/** Where Google publishes it (MediaPipe, "Image segmentation guide"). */
const PUBLISHED =
  'https://storage.googleapis.com/mediapipe-models/image_segmenter/selfie_multiclass_256x256/float32/latest/selfie_multiclass_256x256.tflite';
const NAME = 'selfie_multiclass_256x256.tflite';
const IDLE_TIMEOUT_MS = 15_000;

/** Where the model is, and its SHA-256 in hex. */
export type FetchedModel = { readonly path: string; readonly digest: string };

/**
 * Downloads the segmentation network for the embedded engine into `folder`, once the engine has run it, and keeps its digest beside
 * it, with which every start compares it. A digest that was kept before is not replaced: another file is refused.
 *
 * @param options.url default: where Google publishes it
 * @throws Error in one line: not reachable, not the model, or not the one that was fetched before; the folder is then as it was
 */
export async function fetchSegmentationModel(
  folder: string,
  { url = PUBLISHED, idleTimeoutMs = IDLE_TIMEOUT_MS }: { url?: string | undefined; idleTimeoutMs?: number } = {},
): Promise<FetchedModel> {
  const path = join(folder, NAME);
  await mkdir(folder, { recursive: true });
  const bytes = await download(url, { idleTimeoutMs });
  const digest = hash('sha256', bytes);
  const kept = await keptDigest(path);
  if (kept !== undefined && kept !== digest)
    throw new Error(`${url} has the SHA-256 ${digest}, not the kept one; delete ${path}.sha256 to accept it`);
  const arrived = `${path}.${process.pid}`;
  try {
    await writeFile(arrived, bytes);
    await (await openEngine({ threads: 1, segmentationModel: arrived })).close();
    await writeFile(`${path}.sha256`, `${digest}  ${basename(path)}\n`);
    await rename(arrived, path);
  } finally {
    await rm(arrived, { force: true });
  }
  return { path, digest };
}
