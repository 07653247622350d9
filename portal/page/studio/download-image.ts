import type { Client } from '@styling/client';
import type { MadeImage } from './studio-state.ts';

/** Saves an image as a file of the reader. @throws PictureError when it cannot be fetched */
export async function downloadImage(client: Client, image: MadeImage): Promise<void> {
  const url = URL.createObjectURL(await client.images.download(image));
  const extension = image.mime_type.split('/')[1]?.replace('jpeg', 'jpg') ?? 'jpg';
  const link = Object.assign(document.createElement('a'), { href: url, download: `${image.image_id}.${extension}` });
  link.click();
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
