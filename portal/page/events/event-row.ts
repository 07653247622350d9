import type { ImageRecord } from '@styling/client';
import { css, html } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/events.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import '../elements/portal-code.ts';
import '../elements/portal-time.ts';
import type { IconName } from '../elements/icon-shapes.ts';
import { thumbnail, thumbnailStyle } from '../lists/thumbnail.ts';
import { eventLine } from './event-line.ts';
import type { FeedEvent } from './feed-state.ts';

/** Stands for events without a picture, by the first part of their type. */
const ICONS: Readonly<Record<string, IconName>> = {
  ...{ job: 'jobs', image: 'images', key: 'key', usage: 'usage', webhook: 'hooks' },
};
const iconOf = (type: string): IconName => ICONS[type.split('.')[0] ?? ''] ?? 'events';

/** An event of the feed: when, what in words, and its JSON. */
@customElement('portal-event-row')
export class PortalEventRow extends PortalElement {
  @property({ attribute: false }) event!: FeedEvent;
  /** What it is about, if that is kept. */
  @property({ attribute: false }) image?: ImageRecord | undefined;
  @state() private isOpen = false;
  static override styles = [
    sheet,
    thumbnailStyle,
    css`
      :host {
        padding: var(--space-2) var(--space-4);
      }
      .line {
        display: grid;
        grid-template-columns: auto 112px minmax(0, 1fr) auto;
        gap: 0 var(--space-4);
        align-items: center;
      }
      .what {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--space-3);
        align-items: baseline;
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .what a {
        color: inherit;
        font-weight: 500;
        text-decoration-color: var(--edge);
      }
      button {
        min-height: 32px;
        padding-inline: var(--space-2);
        color: var(--muted);
      }
      portal-code {
        margin-block: var(--space-2);
      }
      @media (max-width: 639px) {
        .line {
          grid-template-columns: auto minmax(0, 1fr) auto;
        }
        .thumbnail {
          grid-row: 1 / 3;
        }
        portal-time {
          grid-row: 2;
          grid-column: 2;
        }
        .what {
          grid-column: 2;
        }
        button {
          grid-row: 1 / 3;
        }
      }
    `,
  ];

  override render() {
    const { timestamp, type } = this.event;
    const { words, href, detail } = eventLine(this.event);
    return html`
      <div class="line">
        ${thumbnail(this.image, iconOf(type))}
        <portal-time class="muted small number" datetime=${timestamp} relative></portal-time>
        <span class="what" title=${type}>
          ${href ? html`<a href=${href}>${words}</a>` : html`<span>${words}</span>`}
          ${detail ? html`<span class="muted small">${detail}</span>` : ''}
        </span>
        <button type="button" class="quiet small" aria-expanded=${this.isOpen} aria-controls="raw"
          aria-label=${text.rawOf(words)} @click=${this.#toggle}>${text.raw}</button>
      </div>
      <div id="raw" ?hidden=${!this.isOpen}>
        ${this.isOpen ? html`<portal-code language="json" .code=${JSON.stringify(this.event, null, 2)}></portal-code>` : ''}
      </div>
    `;
  }

  readonly #toggle = (): void => {
    this.isOpen = !this.isOpen;
  };
}
