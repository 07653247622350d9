import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { paint } from '../replicate/paint.ts';
import type { Folders } from './folders.ts';
import { neededBy, type Prompt } from './nodes.ts';

/**
 * Makes the picture of an output node, a PNG: the first picture that the workflow loads, mirrored and tinted depending on
 * its texts, its numbers and its other pictures, in the size of its empty latent.
 *
 * @throws if a picture cannot be decoded
 */
export async function makePicture(prompt: Prompt, output: string, folders: Folders): Promise<Buffer> {
  const nodes = neededBy(prompt, output).flatMap((id) => prompt[id] ?? []);
  const [selfie, ...others] = nodes
    .filter(({ class_type }) => class_type === 'LoadImage')
    .map(({ inputs }) => folders.read('input', String(inputs.image)));
  const literals = nodes.flatMap(({ class_type, inputs }) =>
    class_type === 'LoadImage' ? [] : Object.values(inputs).filter((input) => !Array.isArray(input)),
  );
  const digests = await Promise.all(others.flatMap((bytes) => (bytes ? [pixelDigest(bytes)] : [])));
  const picture = await paint([...literals, ...digests].join('\n'), selfie, { aspectRatio: undefined, format: 'png' });
  const { width, height } = nodes.find(({ class_type }) => class_type === 'EmptyFlux2LatentImage')?.inputs ?? {};
  const size = width === undefined ? {} : { width: Number(width), height: Number(height) };
  return sharp(picture)
    .resize({ ...size, fit: 'fill' })
    .png()
    .toBuffer();
}

const pixelDigest = async (bytes: Uint8Array): Promise<string> =>
  createHash('sha256')
    .update(await sharp(bytes).resize(32, 32, { fit: 'fill' }).raw().toBuffer())
    .digest('hex');
