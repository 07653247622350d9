import type { ImageRecord } from '@styling/client';
import { css, html } from 'lit';
import type { IconName } from '../elements/icon-shapes.ts';
import '../elements/portal-icon.ts';

/** The picture at the beginning of a row, or what the row is about where there is none; `thumbnailStyle` is its look. */
export const thumbnail = (image: ImageRecord | undefined, icon: IconName) => html`<span class="thumbnail">
  ${
    image
      ? html`<img src=${image.image_url} width="40" height="50" alt="" loading="lazy" decoding="async" />`
      : html`<portal-icon name=${icon}></portal-icon>`
  }
</span>`;

export const thumbnailStyle = css`
  .thumbnail {
    display: grid;
    place-items: center;
    width: 40px;
    height: 50px;
    overflow: hidden;
    border-radius: var(--radius-control);
    background: color-mix(in oklab, var(--ink) 5%, transparent);
    color: var(--muted);
  }
  .thumbnail img {
    width: 40px;
    height: 50px;
    object-fit: cover;
    object-position: top;
  }
`;
