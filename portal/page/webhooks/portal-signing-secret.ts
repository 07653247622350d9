import { css, html, LitElement, nothing } from 'lit';
import { text } from '#texts/webhooks.ts';
import { base } from '../styles/base.ts';
import '../elements/portal-code.ts';
import '../elements/portal-copy.ts';
import '../elements/portal-time.ts';

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
export class PortalSigningSecret extends LitElement {
  static override properties = { secret: { attribute: false }, until: { type: String } };
  declare secret: string;
  declare until: string | undefined;
  static override styles = [
    base,
    css`
      .secret {
        padding: var(--space-3);
        border: 1px solid var(--line);
        border-radius: var(--radius-control);
        background: var(--paper);
        overflow-wrap: anywhere;
      }
      .end {
        justify-content: space-between;
      }
    `,
  ];

  /** What had the focus, in the form, is gone. */
  protected override firstUpdated(): void {
    this.renderRoot.querySelector<HTMLElement>('portal-copy')?.focus();
  }

  protected override render() {
    return html`<div class="stack">
      <p>${text.secret.once}</p>
      <code class="secret">${this.secret}</code>
      ${
        this.until
          ? html`<p class="muted">${text.secret.overlap} <portal-time datetime=${this.until}></portal-time></p>`
          : nothing
      }
      <h3>${text.secret.use}</h3>
      <portal-code language="TypeScript" .code=${RECEIVER}></portal-code>
      <div class="row end">
        <portal-copy .text=${this.secret} label=${text.secret.copy}></portal-copy>
        <button type="button" class="primary" @click=${() => this.dispatchEvent(new Event('done'))}>${text.secret.done}</button>
      </div>
    </div>`;
  }
}

customElements.define('portal-signing-secret', PortalSigningSecret);
