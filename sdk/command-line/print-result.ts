import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { bytesOf } from '../picture.ts';
import type { JobResponse } from '../run-request.ts';
import { type Call, inColumns, type Options } from './command.ts';

/** What a request made: pictures go to `file` if there is one, their description to the output, what they only approximate to standard error. */
export async function printResult(
  { client, wait: { signal }, print, note }: Pick<Call<Options>, 'client' | 'wait' | 'print' | 'note'>,
  result: JobResponse,
  file: string | undefined,
): Promise<void> {
  if ('items' in result) {
    const rows = result.items.map(({ item, color, price_range, description }) => [
      item,
      color,
      price_range,
      description,
    ]);
    return print(inColumns(rows), result);
  }
  const { approximations } = result;
  if (approximations.length > 0) note(`only approximate: ${approximations.join(', ').replaceAll('_', ' ')}`);
  if ('image_url' in result) {
    const images = result.variants ?? [result];
    const addresses = images.map(({ image_url }) => image_url);
    if (file === undefined) return print(addresses.join('\n'), result);
    const pictures = await Promise.all(images.map((image) => client.images.download(image, { signal })));
    return print((await savePictures(file, pictures)).join('\n'), result);
  }
  const outfits = 'outfits' in result ? result.outfits : [{ description: '', ...result }];
  const made = outfits.filter(({ image_base64 }) => image_base64 !== '');
  const pictures = made.map(({ image_base64 }) => bytesOf(image_base64));
  const files = file === undefined ? [] : await savePictures(file, pictures);
  const lines = outfits.flatMap((outfit) => [outfit.description, files[made.indexOf(outfit)] ?? '']);
  print(lines.filter((line) => line !== '').join('\n'), result);
}

/** Writes pictures, over files that exist. @returns their files */
export async function savePictures(file: string, pictures: readonly (Uint8Array | Blob)[]): Promise<string[]> {
  const files = fileNames(file, pictures.length);
  for (const [index, picture] of pictures.entries()) {
    const bytes = picture instanceof Blob ? new Uint8Array(await picture.arrayBuffer()) : picture;
    await writeFile(files[index] ?? file, bytes);
  }
  return files;
}

/** The files of `count` pictures: `out.jpg`, or `out-1.jpg`, `out-2.jpg`, … */
export function fileNames(file: string, count: number): string[] {
  if (count === 1) return [file];
  const extension = extname(file);
  const stem = file.slice(0, file.length - extension.length);
  return Array.from({ length: count }, (_, index) => `${stem}-${index + 1}${extension}`);
}
