import type { ImageRecord } from '@styling/client';
import { html } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/events.ts';
import { thumbnail } from '../lists/thumbnails.ts';
import { PortalElement } from '../portal-element.ts';
import { eventLine, iconOf } from './event-line.ts';
import type { FeedEvent } from './feed-state.ts';

/** An event of the feed: when, what in words, and its JSON. */
@customElement('portal-event-row')
export class PortalEventRow extends PortalElement {
  @property({ attribute: false }) event!: FeedEvent;
  /** What it is about, if that is kept. */
  @property({ attribute: false }) image?: ImageRecord | undefined;
  @state() private isOpen = false;

  override render() {
    const { timestamp, type } = this.event;
    const { words, href, detail } = eventLine(this.event);
    return html`
      <div class="grid grid-cols-[auto_112px_minmax(0,1fr)_auto] items-center gap-x-4 max-sm:grid-cols-[auto_minmax(0,1fr)_auto]">
        ${thumbnail(this.image, iconOf(this.event))}
        <portal-time class="muted small number max-sm:col-start-2 max-sm:row-start-2" datetime=${timestamp} relative></portal-time>
        <span class="what flex min-w-0 flex-wrap items-baseline gap-x-3 wrap-anywhere max-sm:col-start-2" title=${type}>
          ${href ? html`<a class="font-medium text-ink decoration-edge" href=${href}>${words}</a>` : html`<span>${words}</span>`}
          ${detail ? html`<span class="muted small">${detail}</span>` : ''}
        </span>
        <button type="button" class="quiet small min-h-8 px-2 text-muted max-sm:row-[1/3]" aria-expanded=${this.isOpen}
          aria-controls="raw" aria-label=${text.rawOf(words)} @click=${this.#toggle}>${text.raw}</button>
      </div>
      <div id="raw" class="py-2" ?hidden=${!this.isOpen}>
        ${this.isOpen ? html`<portal-code language="json" .code=${JSON.stringify(this.event, null, 2)}></portal-code>` : ''}
      </div>
    `;
  }

  readonly #toggle = (): void => {
    this.isOpen = !this.isOpen;
  };
}
