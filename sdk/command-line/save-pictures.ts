import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';

/** The files of `count` pictures: `out.jpg`, or `out-1.jpg`, `out-2.jpg`, … */
export function fileNames(file: string, count: number): string[] {
  if (count === 1) return [file];
  const extension = extname(file);
  const stem = file.slice(0, file.length - extension.length);
  return Array.from({ length: count }, (_, index) => `${stem}-${index + 1}${extension}`);
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
