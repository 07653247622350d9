import type { Client } from '@styling/client';
import { saveFile } from '../elements/save-file.ts';
import type { MadeImage } from './studio-state.ts';

/** Saves an image as a file of the reader. @throws PictureError when it cannot be fetched */
export async function downloadImage(client: Client, image: MadeImage): Promise<void> {
  const extension = image.mime_type.split('/')[1]?.replace('jpeg', 'jpg') ?? 'jpg';
  saveFile(await client.images.download(image), `${image.image_id}.${extension}`);
}
