import { text } from '#texts/studio.ts';
import type { GivenPicture } from './order.ts';

/** A file that is no photograph to work with. Its message is for the reader. */
export class PhotoError extends Error {
  override readonly name = 'PhotoError';
}

/** A photograph that can be sent, and shown. */
export type Photo = {
  readonly given: Extract<GivenPicture, { kind: 'file' }>;
  /** Leads to the page's own memory, for as long as the page is open. */
  readonly url: string;
  readonly width: number;
  readonly height: number;
};

/** What is sent as it is. */
const TAKEN = new Set(['image/jpeg', 'image/png', 'image/webp']);
/** Larger files are encoded anew, bytes. */
const LARGEST = 4_000_000;
const LEAST_SIDE = 64;
/** Longest side of a photograph that is sent, pixels: more than what models work with. */
const LONGEST_SIDE = 1600;
const QUALITY = 0.92;
/** Shown in place of a photograph that only the service can read. */
const PLACEHOLDER = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="600" font-family="sans-serif">
<rect width="100%" height="100%" fill="#8884"/><text x="50%" y="50%" font-size="48" text-anchor="middle" fill="#888">HEIC</text></svg>`;

/**
 * Reads a photograph that was chosen, dropped or pasted, upright, and scales it down to what is needed. A file that the API takes and that is
 * small enough stays as it is, and so does a HEIC photograph that the browser cannot read.
 *
 * @throws PhotoError if it is none, or too small
 */
export async function readPhoto(file: Blob & { readonly name?: string }): Promise<Photo> {
  const name = file.name || 'photo.jpg';
  const isHeic = /hei[cf]/i.test(file.type) || /\.hei[cf]$/i.test(name);
  if (file.type !== '' && !file.type.startsWith('image/')) throw new PhotoError(text.photo.notAPicture(name));
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (cause) {
    if (!isHeic) throw new PhotoError(text.photo.broken(name), { cause });
    // Sent as it is, with something else to be shown.
    const url = URL.createObjectURL(new Blob([PLACEHOLDER], { type: 'image/svg+xml' }));
    return { given: { kind: 'file', blob: file, name }, url, width: 480, height: 600 };
  }
  try {
    const { width, height } = bitmap;
    if (Math.min(width, height) < LEAST_SIDE) throw new PhotoError(text.photo.tooSmall(width, height));
    const size = scaledSize(bitmap);
    const stays = size.width === width && TAKEN.has(file.type) && file.size <= LARGEST;
    const blob = stays ? file : await encode(bitmap, size);
    return {
      given: { kind: 'file', blob, name: stays ? name : name.replace(/(\.\w+)?$/, '.jpg') },
      url: URL.createObjectURL(blob),
      ...size,
    };
  } finally {
    bitmap.close();
  }
}

type Size = { readonly width: number; readonly height: number };

/** The size that a picture is scaled down to, whole pixels; its own if it is small enough. */
export function scaledSize({ width, height }: Size): Size {
  const factor = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  const scaled = (side: number) => Math.max(1, Math.round(side * factor));
  return { width: scaled(width), height: scaled(height) };
}

/** A picture as JPEG; what was transparent is white. */
export async function encode(picture: CanvasImageSource, { width, height }: Size): Promise<Blob> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas to draw on');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!blob) throw new Error('the canvas could not be encoded');
  return blob;
}
