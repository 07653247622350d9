import { css, html, LitElement } from 'lit';
import { text } from '#texts/events.ts';
import '../elements/portal-code.ts';
import '../elements/portal-time.ts';
import { base } from '../styles/base.ts';
import { eventLine } from './event-line.ts';
import type { FeedEvent } from './feed-state.ts';

/** An event of the feed: when, what in words, and its JSON. */
export class PortalEventRow extends LitElement {
  static override properties = { event: { attribute: false }, isOpen: { state: true } };
  declare event: FeedEvent;
  declare private isOpen: boolean;
  static override styles = [
    base,
    css`
      :host {
        padding: var(--space-2) var(--space-4);
      }
      .line {
        display: grid;
        grid-template-columns: 112px minmax(0, 1fr) auto;
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
          grid-template-columns: minmax(0, 1fr) auto;
        }
        portal-time {
          grid-row: 2;
        }
        .what {
          grid-column: 1;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.isOpen = false;
  }

  override render() {
    const { timestamp, type } = this.event;
    const { words, href, detail } = eventLine(this.event);
    return html`
      <div class="line">
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
customElements.define('portal-event-row', PortalEventRow);
