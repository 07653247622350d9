import { ApiError, type ImageRecord } from '@styling/client';
import { html } from 'lit';
import { text } from '#texts/images.ts';
import { confirm } from '../elements/confirm.ts';
import { copyText } from '../elements/copy-text.ts';
import type { IconName } from '../elements/icon-shapes.ts';
import { locale } from '../elements/locale.ts';
import { saveFile } from '../elements/save-file.ts';
import type { PortalPage } from '../portal-page.ts';

const FILE_ENDINGS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/webp': 'webp' };

/** What follows from a change: `kept` is given the record of an image that is kept for ever, `deleted` called once one is gone. */
type Changes = { readonly kept: (image: ImageRecord) => void; readonly deleted: () => void };

/** Width by height of a picture; of one whose size is not recorded, that of most. */
export const aspectOf = ({ width, height }: ImageRecord): number => (width && height ? width / height : 3 / 4);

/**
 * A picture of the grid: as high as its row (`--row`), as wide as its aspect, and stretched a little so that rows are full. Very narrow
 * and very wide ones are cut.
 */
export function imageTile(page: PortalPage, image: ImageRecord, changes: Changes) {
  const { image_id, image_url, endpoint, created_at, persistent, width, height } = image;
  const aspect = Math.min(2, Math.max(0.5, aspectOf(image)));
  const format = new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeStyle: 'short' });
  return html`<li class="min-w-0 flex-[var(--aspect)_1_calc(var(--aspect)*var(--row))]" .style=${`--aspect: ${aspect}`}>
    <a class="group block overflow-hidden rounded-card bg-line" href="/portal/images/${image_id}">
      <img class="aspect-(--aspect) w-full object-cover motion-safe:group-hover:scale-[1.015] [transition:scale_var(--motion)]"
        src=${image_url} alt=${text.alt(endpoint, format.format(new Date(created_at)))} loading="lazy" decoding="async"
        width=${width ?? 900} height=${height ?? 1200} />
    </a>
    <div class="small flex min-h-10 items-center justify-between gap-2 overflow-hidden pl-0.5 whitespace-nowrap">
      <portal-time class="muted truncate" datetime=${created_at} relative></portal-time>
      <span class="row flex-none">
        ${persistent ? html`<span class="text-good">${text.kept}</span>` : ''}
        <portal-menu label=${text.actions}>${downloadButton(page, image)} ${changeButtons(page, image, changes)}</portal-menu>
      </span>
    </div>
  </li>`;
}

const imageButton = (icon: IconName, words: string, act: () => unknown, look = '') =>
  html`<button type="button" class=${look} @click=${act}><portal-icon name=${icon}></portal-icon>${words}</button>`;

/** Saves the picture as a file, e.g. `try-on-2026-01-02-img_….jpg`, or announces that it cannot be fetched. */
export const downloadButton = ({ portal: { client, announce } }: PortalPage, image: ImageRecord) =>
  imageButton('download', text.download, async () => {
    const { category, created_at, image_id, mime_type } = image;
    const name = `${category}-${created_at.slice(0, 10)}-${image_id}.${FILE_ENDINGS[mime_type] ?? 'jpg'}`;
    await client.images.download(image).then(
      (file) => saveFile(file, name),
      () => announce(text.notDownloaded),
    );
  });

/** Buttons that keep an image for ever, copy the address of the picture, and delete it once its owner has confirmed that. */
export function changeButtons(page: PortalPage, image: ImageRecord, { kept, deleted }: Changes, look = '') {
  const { client, announce } = page.portal;
  const { image_id, image_url, persistent } = image;
  const keep = async () => {
    try {
      kept(await client.images.keep(image_id));
      announce(text.keptNow);
    } catch (error) {
      announce(text.notKept((error as Error).message));
    }
  };
  const copy = async () => announce((await copyText(image_url, page)) ? text.addressCopied : text.notCopied);
  const remove = async () => {
    if (!(await confirm(page, { ...text.deleteQuestion, action: text.delete, isDangerous: true }))) return;
    try {
      await client.images.delete(image_id);
    } catch (error) {
      // What is gone already is as was wanted.
      const isGone = error instanceof ApiError && error.code === 'image_not_found';
      if (!isGone) return announce(text.notDeleted((error as Error).message));
    }
    announce(text.deleted);
    deleted();
  };
  return html`${persistent ? '' : imageButton('check', text.keep, keep, look)}
    ${imageButton('link', text.copyAddress, copy, look)}
    ${imageButton('trash', text.delete, remove, look && `${look} danger border-transparent`)}`;
}
