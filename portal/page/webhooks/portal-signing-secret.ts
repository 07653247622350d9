import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/webhooks.ts';
import { PortalElement, sheet } from '../portal-element.ts';
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
@customElement('portal-signing-secret')
export class PortalSigningSecret extends PortalElement {
  @property({ attribute: false }) secret!: string;
  @property() until?: string | undefined;
  static override styles = [
    sheet,
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
