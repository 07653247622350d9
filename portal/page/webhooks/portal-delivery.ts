import type { Delivery } from '@styling/client';
import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/webhook.ts';
import { text as shared } from '#texts/webhooks.ts';
import { namedId } from '../elements/named-id.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import '../elements/portal-icon.ts';
import '../elements/portal-time.ts';

/**
 * `<portal-delivery .delivery=${delivery}>`: an event on its way to a webhook; opened, its attempts.
 *
 * @fires redeliver when it is to be sent again
 */
@customElement('portal-delivery')
export class PortalDelivery extends PortalElement {
  @property({ attribute: false }) delivery!: Delivery;
  /** Not while the webhook is paused. */
  @property({ attribute: false }) canRedeliver!: boolean;
  static override styles = [
    sheet,

    css`
      summary {
        display: grid;
        grid-template-columns: 110px 1fr auto;
        align-items: center;
        gap: var(--space-1) var(--space-4);
        padding: var(--space-3) 0;
        cursor: pointer;
      }
      summary::-webkit-details-marker {
        display: none;
      }
      .when {
        display: inline-flex;
        align-items: center;
        gap: var(--space-3);
      }
      .when::after {
        width: 6px;
        height: 6px;
        border: solid currentColor;
        border-width: 0 1.5px 1.5px 0;
        content: '';
        transform: rotate(45deg);
      }
      [open] .when::after {
        transform: rotate(-135deg);
      }
      .status {
        display: inline-flex;
        align-items: center;
        gap: 0.5em;
      }
      i {
        width: 9px;
        height: 9px;
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
      .last {
        display: block;
        overflow-wrap: anywhere;
      }
      .opened {
        padding: 0 0 var(--space-4);
      }
      @media (max-width: 639px) {
        summary {
          grid-template-columns: 1fr auto;
        }
        .what {
          grid-column: 1 / -1;
          grid-row: 2;
        }
      }
    `,
  ];

  protected override render() {
    const { event_id, type, status, attempts, created_at, next_attempt_at } = this.delivery;
    const last = attempts.at(-1);
    return html`<details>
      <summary>
        <span class="status ${status}"><i></i>${text.status[status]}</span>
        <span class="what">
          <code>${type}</code>
          <span class="last small muted">${last ? shared.attempt(last) : shared.notSent}</span>
        </span>
        <span class="small muted when"><portal-time datetime=${last?.at ?? created_at} relative></portal-time></span>
      </summary>
      <div class="opened stack">
        <div class="row">
          ${namedId(text.event, event_id)}
          ${
            next_attempt_at === null
              ? nothing
              : html`<span class="small muted">${text.next} <portal-time datetime=${next_attempt_at} relative></portal-time></span>`
          }
        </div>
        ${attempts.length === 0 ? nothing : this.#attempts()}
        <div class="row">
          <button
            type="button"
            ?disabled=${!this.canRedeliver}
            @click=${() => this.dispatchEvent(new Event('redeliver'))}
          >
            <portal-icon name="retry"></portal-icon>${text.redeliver}
          </button>
        </div>
      </div>
    </details>`;
  }

  #attempts() {
    return html`<div class="scroll">
      <table>
        <caption class="sr-only">
          ${text.attempts(this.delivery.attempts.length)}
        </caption>
        <thead>
          <tr>
            <th scope="col">${text.when}</th>
            <th scope="col">${text.outcome}</th>
          </tr>
        </thead>
        <tbody>
          ${this.delivery.attempts.map(
            (attempt) => html`<tr>
              <td><portal-time datetime=${attempt.at}></portal-time></td>
              <td>${shared.attempt(attempt)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}
