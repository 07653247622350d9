import type { ImageRecord } from '@styling/client';
import { ApiError } from '@styling/client';
import { text } from '#texts/images.ts';
import { confirm } from '../elements/confirm.ts';
import { copyText } from '../elements/copy-text.ts';
import { saveFile } from '../elements/save-file.ts';
import type { Portal } from '../portal.ts';

/** What acting on an image takes. */
export type ImageHost = Pick<Portal, 'client' | 'announce'>;

/** Saves the picture as a file, or announces that it cannot be fetched. */
export async function download({ client, announce }: ImageHost, image: ImageRecord): Promise<void> {
  try {
    saveFile(await client.images.download(image), fileName(image));
  } catch {
    announce(text.notDownloaded);
  }
}

/** Puts the address of the picture on the clipboard. */
export async function copyAddress({ announce }: ImageHost, image: ImageRecord, host: HTMLElement): Promise<void> {
  announce((await copyText(image.image_url, host)) ? text.addressCopied : text.notCopied);
}

/** Keeps an image for ever. @returns its record as it is then */
export async function keep({ client, announce }: ImageHost, image: ImageRecord): Promise<ImageRecord> {
  try {
    const kept = await client.images.keep(image.image_id);
    announce(text.keptNow);
    return kept;
  } catch (error) {
    announce(text.notKept(error instanceof Error ? error.message : String(error)));
    return image;
  }
}

/** Deletes an image once its owner has confirmed it. @returns whether it is gone */
export async function deleteAfterQuestion(
  { client, announce }: ImageHost,
  image: ImageRecord,
  host: HTMLElement,
): Promise<boolean> {
  if (!(await confirm(host, { ...text.deleteQuestion, action: text.delete, isDangerous: true }))) return false;
  try {
    await client.images.delete(image.image_id);
  } catch (error) {
    // What is gone already is as was wanted.
    if (!(error instanceof ApiError && error.code === 'image_not_found')) {
      announce(text.notDeleted(error instanceof Error ? error.message : String(error)));
      return false;
    }
  }
  announce(text.deleted);
  return true;
}

/** `try-on-2026-01-02-img_….jpg` */
const fileName = ({ category, created_at, image_id, mime_type }: ImageRecord): string =>
  `${category}-${created_at.slice(0, 10)}-${image_id}.${mime_type === 'image/png' ? 'png' : mime_type === 'image/webp' ? 'webp' : 'jpg'}`;
