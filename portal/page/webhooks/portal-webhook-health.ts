import { css, html, LitElement } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/webhooks.ts';
import type { Health } from './webhook-health.ts';

/** `<portal-webhook-health health="failing">`: a dot and its word. */
@customElement('portal-webhook-health')
export class PortalWebhookHealth extends LitElement {
  @property() health!: Health;
  static override styles = css`
    :host {
      display: inline-flex;
      align-items: center;
      gap: 0.5em;
      white-space: nowrap;
    }
    i {
      box-sizing: border-box;
      width: 0.7em;
      height: 0.7em;
      border: 2px solid var(--muted);
      border-radius: 50%;
    }
    .good {
      border-color: var(--good);
      background: var(--good);
    }
    .failing {
      border-color: var(--warn);
      background: var(--warn);
    }
    .stopped {
      border-color: var(--bad);
      background: var(--bad);
    }
  `;

  protected override render() {
    return html`<i class=${this.health}></i><span>${text.health[this.health]}</span>`;
  }
}
