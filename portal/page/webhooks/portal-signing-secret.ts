import { html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/webhooks.ts';
import { PortalElement } from '../portal-element.ts';

/** How a receiver verifies, whatever the secret is: in a program it comes from the environment. */
const RECEIVER = `import { verifyWebhook } from '@styling/client';

const event = await verifyWebhook(
  body, // as it was received
  request.headers,
  process.env.WEBHOOK_SECRET,
);`;

/**
 * `<portal-signing-secret .secret=${secret} until="…">`: a secret that is shown once. `until`: when the one before it no longer signs.
 *
 * @fires done when its reader has it
 */
@customElement('portal-signing-secret')
export class PortalSigningSecret extends PortalElement {
  @property({ attribute: false }) secret!: string;
  @property() until?: string | undefined;

  /** What had the focus, in the form, is gone. */
  protected override firstUpdated(): void {
    this.renderRoot.querySelector<HTMLElement>('portal-copy')?.focus();
  }

  protected override render() {
    const { once, overlap, use, copy, done } = text.secret;
    return html`<div class="stack">
      <p>${once}</p>
      <code class="secret rounded-control border border-line bg-paper p-3 wrap-anywhere">${this.secret}</code>
      ${this.until && html`<p class="muted">${overlap} <portal-time datetime=${this.until}></portal-time></p>`}
      <h3>${use}</h3>
      <portal-code language="TypeScript" .code=${RECEIVER}></portal-code>
      <div class="row justify-between">
        <portal-copy .text=${this.secret} label=${copy}></portal-copy>
        <button type="button" class="primary" @click=${() => this.dispatchEvent(new Event('done'))}>${done}</button>
      </div>
    </div>`;
  }
}
