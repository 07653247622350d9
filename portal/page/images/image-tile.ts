import type { ImageRecord } from '@styling/client';
import { html } from 'lit';
import { text } from '#texts/images.ts';
import { locale } from '../elements/locale.ts';
import type { PortalPage } from '../portal-page.ts';
import { copyAddress, deleteAfterQuestion, download, imageButton, keep } from './image-actions.ts';

/** Width by height of a picture; of one whose size is not recorded, that of most. */
export const aspectOf = ({ width, height }: ImageRecord): number => (width && height ? width / height : 3 / 4);

/**
 * A picture of the grid: as high as its row (`--row`), as wide as its aspect, and stretched a little so that rows are full. Very narrow
 * and very wide ones are cut.
 *
 * @param kept is given its record once it is kept for ever
 * @param deleted is called once it is gone
 */
export function imageTile(
  page: PortalPage,
  image: ImageRecord,
  kept: (image: ImageRecord) => void,
  deleted: () => void,
) {
  const { image_id, image_url, endpoint, created_at, persistent } = image;
  const aspect = Math.min(2, Math.max(0.5, aspectOf(image)));
  const toKeep = async () => kept(await keep(page, image));
  const toDelete = async () => (await deleteAfterQuestion(page, image)) && deleted();
  return html`<li class="min-w-0 flex-[var(--aspect)_1_calc(var(--aspect)*var(--row))]" .style=${`--aspect: ${aspect}`}>
    <a class="group block overflow-hidden rounded-card bg-line" href="/portal/images/${image_id}">
      <img class="aspect-(--aspect) w-full object-cover motion-safe:group-hover:scale-[1.015] [transition:scale_var(--motion)]"
        src=${image_url} alt=${text.alt(endpoint, momentOf(created_at))} loading="lazy" decoding="async" />
    </a>
    <div class="small flex min-h-10 items-center justify-between gap-2 overflow-hidden pl-0.5 whitespace-nowrap">
      <portal-time class="muted truncate" datetime=${created_at} relative></portal-time>
      <span class="row flex-none">
        ${persistent ? html`<span class="text-good">${text.kept}</span>` : ''}
        <portal-menu label=${text.actions}>
          ${imageButton('download', text.download, () => download(page, image))}
          ${persistent ? '' : imageButton('check', text.keep, toKeep)}
          ${imageButton('link', text.copyAddress, () => copyAddress(page, image))}
          ${imageButton('trash', text.delete, toDelete)}
        </portal-menu>
      </span>
    </div>
  </li>`;
}

const momentOf = (time: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time));
