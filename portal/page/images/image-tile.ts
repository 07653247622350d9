import type { ImageRecord } from '@styling/client';
import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/images.ts';
import { locale } from '../elements/locale.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import '../elements/portal-icon.ts';
import '../elements/portal-menu.ts';
import '../elements/portal-time.ts';
import { listAspectOf } from './aspect.ts';
import { copyAddress, deleteAfterQuestion, download, type ImageHost, keep } from './image-actions.ts';

/**
 * A picture of the grid: as high as its row, as wide as its aspect, and stretched a little so that rows are full.
 *
 * @fires kept, whose detail is the record that it has now
 * @fires deleted once the image is gone
 */
@customElement('portal-image-tile')
export class PortalImageTile extends PortalElement {
  @property({ attribute: false }) image!: ImageRecord;
  @property({ attribute: false }) portal!: ImageHost;
  static override styles = [
    sheet,
    css`
      :host {
        position: relative;
        flex: var(--aspect) 1 calc(var(--aspect) * var(--row, 260px));
        min-width: 0;
      }
      a {
        display: block;
        overflow: hidden;
        border-radius: var(--radius-card);
        background: var(--line);
        color: inherit;
        text-decoration: none;
      }
      img {
        width: 100%;
        height: auto;
        aspect-ratio: var(--aspect);
        object-fit: cover;
        transition: transform var(--motion);
      }
      .note {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: var(--space-2);
        min-height: 40px;
        padding-inline-start: 2px;
        overflow: hidden;
        white-space: nowrap;
      }
      /* On a narrow tile the time gives way to the menu. */
      .note > .muted {
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
      }
      .note > .row {
        flex: none;
      }
      .kept {
        color: var(--good);
      }
      @media (prefers-reduced-motion: no-preference) {
        a:hover img {
          transform: scale(1.015);
        }
      }
    `,
  ];

  override willUpdate(): void {
    this.style.setProperty('--aspect', String(listAspectOf(this.image)));
  }

  /** Focuses the link to its page. */
  override focus(): void {
    this.renderRoot.querySelector('a')?.focus();
  }

  override render() {
    const { image } = this;
    const { image_id, image_url, endpoint, created_at, width, height, persistent } = image;
    return html`
      <a href="/portal/images/${image_id}">
        <img src=${image_url} alt=${text.alt(endpoint, momentOf(created_at))} loading="lazy" decoding="async"
          width=${width ?? 900} height=${height ?? 1200} />
      </a>
      <div class="note small">
        <span class="muted"><portal-time datetime=${created_at} relative></portal-time></span>
        <span class="row">
          ${persistent ? html`<span class="kept">${text.kept}</span>` : ''}
          <portal-menu label=${text.actions}>
            <button type="button" @click=${() => download(this.portal, image)}>
              <portal-icon name="download"></portal-icon>${text.download}
            </button>
            <button type="button" ?hidden=${persistent} @click=${this.#keep}>
              <portal-icon name="check"></portal-icon>${text.keep}
            </button>
            <button type="button" @click=${() => copyAddress(this.portal, image, this)}>
              <portal-icon name="link"></portal-icon>${text.copyAddress}
            </button>
            <button type="button" @click=${this.#delete}>
              <portal-icon name="trash"></portal-icon>${text.delete}
            </button>
          </portal-menu>
        </span>
      </div>
    `;
  }

  async #keep(): Promise<void> {
    this.dispatchEvent(new CustomEvent('kept', { detail: await keep(this.portal, this.image) }));
  }

  async #delete(): Promise<void> {
    if (await deleteAfterQuestion(this.portal, this.image, this)) this.dispatchEvent(new Event('deleted'));
  }
}
const momentOf = (time: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time));
