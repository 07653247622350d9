import type { Delivery } from '@styling/client';
import { css, html, LitElement } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/webhooks.ts';
import { locale } from '../elements/locale.ts';
import { relativeTime } from '../elements/relative-time.ts';

/** `<portal-delivery-strip .deliveries=${newestFirst}>`: a dot for each, the newest at the right; what it is, on hover. */
@customElement('portal-delivery-strip')
export class PortalDeliveryStrip extends LitElement {
  @property({ attribute: false }) deliveries!: readonly Delivery[];
  static override styles = css`
    :host {
      display: block;
    }
    div {
      display: flex;
      flex-wrap: wrap;
      gap: 2px;
      margin-inline-start: -3px;
    }
    span {
      padding: 3px;
    }
    i {
      display: block;
      box-sizing: border-box;
      width: 10px;
      height: 10px;
      border-radius: 50%;
      background: var(--good);
    }
    .pending i {
      border: 2px solid var(--warn);
      background: transparent;
    }
    .failed i {
      border-radius: 2px;
      background: var(--bad);
    }
  `;

  protected override render() {
    const of = (status: Delivery['status']) => this.deliveries.filter((delivery) => delivery.status === status).length;
    const summary = text.lastDeliveries({ succeeded: of('succeeded'), pending: of('pending'), failed: of('failed') });
    return html`<div role="img" aria-label=${summary}>
      ${this.deliveries.toReversed().map((delivery) => html`<span class=${delivery.status} title=${titleOf(delivery)}><i></i></span>`)}
    </div>`;
  }
}

function titleOf({ type, attempts, created_at }: Delivery): string {
  const last = attempts.at(-1);
  const when = relativeTime(Date.parse(last?.at ?? created_at) - Date.now(), locale());
  return text.dot(type, last ? text.attempt(last) : text.notSent, when);
}
