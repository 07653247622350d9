import { ApiError, type ImageRecord } from '@styling/client';
import { html } from 'lit';
import { text } from '#texts/images.ts';
import { confirm } from '../elements/confirm.ts';
import { copyText } from '../elements/copy-text.ts';
import type { IconName } from '../elements/icon-shapes.ts';
import { saveFile } from '../elements/save-file.ts';
import type { PortalPage } from '../portal-page.ts';

const FILE_ENDINGS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/webp': 'webp' };

/** A button that does something with an image. */
export const imageButton = (icon: IconName, words: string, act: () => unknown, look = '') =>
  html`<button type="button" class=${look} @click=${act}><portal-icon name=${icon}></portal-icon>${words}</button>`;

/** Saves the picture as a file, e.g. `try-on-2026-01-02-img_….jpg`, or announces that it cannot be fetched. */
export async function download({ portal: { client, announce } }: PortalPage, image: ImageRecord): Promise<void> {
  const { category, created_at, image_id, mime_type } = image;
  const name = `${category}-${created_at.slice(0, 10)}-${image_id}.${FILE_ENDINGS[mime_type] ?? 'jpg'}`;
  try {
    saveFile(await client.images.download(image), name);
  } catch {
    announce(text.notDownloaded);
  }
}

/** Puts the address of the picture on the clipboard. */
export async function copyAddress(page: PortalPage, { image_url }: ImageRecord): Promise<void> {
  page.portal.announce((await copyText(image_url, page)) ? text.addressCopied : text.notCopied);
}

/** Keeps an image for ever. @returns its record as it is then */
export async function keep({ portal: { client, announce } }: PortalPage, image: ImageRecord): Promise<ImageRecord> {
  try {
    const kept = await client.images.keep(image.image_id);
    announce(text.keptNow);
    return kept;
  } catch (error) {
    announce(text.notKept((error as Error).message));
    return image;
  }
}

/** Deletes an image once its owner has confirmed it. @returns whether it is gone */
export async function deleteAfterQuestion(page: PortalPage, { image_id }: ImageRecord): Promise<boolean> {
  const { client, announce } = page.portal;
  if (!(await confirm(page, { ...text.deleteQuestion, action: text.delete, isDangerous: true }))) return false;
  try {
    await client.images.delete(image_id);
  } catch (error) {
    // What is gone already is as was wanted.
    if (!(error instanceof ApiError && error.code === 'image_not_found')) {
      announce(text.notDeleted((error as Error).message));
      return false;
    }
  }
  announce(text.deleted);
  return true;
}
