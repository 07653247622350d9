import type { Client, Output } from '@styling/client';
import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/keys.ts';
import type { PortalDialog } from '../elements/portal-dialog.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import '../elements/portal-code.ts';
import '../elements/portal-copy.ts';
import '../elements/portal-dialog.ts';
import '../elements/portal-error.ts';

/** As the API bounds it. */
const LONGEST_NAME = 100;

/**
 * `<new-key-dialog .client=${…}>`: makes a key and shows its secret, once.
 *
 * @fires made when there is a new key
 */
@customElement('new-key-dialog')
export class NewKeyDialog extends PortalElement {
  @property({ attribute: false }) client!: Client;
  /** Name of the key that is replaced. */
  @state() private replaced?: string | undefined;
  @state() private isMaking!: boolean;
  /** The new key; forgotten when the dialog is closed. */
  @state() private made?: Output<'createKey'> | undefined;
  @state() private failure: unknown;
  @state() private isNameMissing!: boolean;
  static override styles = [
    sheet,
    css`
      .secret {
        display: grid;
        gap: var(--space-3);
        justify-items: start;
        padding: var(--space-4);
        border: 1px solid var(--accent);
        border-radius: var(--radius-card);
        background: var(--paper);
      }
      code {
        overflow-wrap: anywhere;
        user-select: all;
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        justify-content: flex-end;
        gap: var(--space-3);
      }
      .wrong {
        color: var(--bad);
      }
    `,
  ];

  /** Asks for a name; or, given that of a key, to replace it. */
  async open(replaced?: string): Promise<void> {
    this.replaced = replaced;
    this.made = undefined;
    this.failure = undefined;
    this.isNameMissing = false;
    await this.updateComplete;
    await this.#dialog?.show();
    this.renderRoot.querySelector<HTMLElement>('input, .primary')?.focus();
  }

  get #dialog(): PortalDialog | null {
    return this.renderRoot.querySelector('portal-dialog');
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.isMaking) return;
    const field = this.renderRoot.querySelector('input');
    const name = (this.replaced ?? field?.value ?? '').trim();
    this.isNameMissing = name === '';
    if (this.isNameMissing) return field?.focus();
    this.isMaking = true;
    this.failure = undefined;
    try {
      this.made = await this.client.call('createKey', { body: { name } });
      this.dispatchEvent(new Event('made'));
    } catch (error) {
      this.failure = error;
    } finally {
      this.isMaking = false;
    }
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('portal-copy, input')?.focus();
  }

  #closed(): void {
    this.made = undefined;
  }

  #form() {
    const { replaced, isMaking, failure, isNameMissing } = this;
    const words = text.newKey;
    return html`<form class="stack" novalidate @submit=${this.#submit}>
      ${
        replaced === undefined
          ? html`<div class="field">
              <label for="name">${words.name}</label>
              <input
                id="name"
                maxlength=${LONGEST_NAME}
                autocomplete="off"
                aria-describedby="hint"
                aria-invalid=${isNameMissing ? 'true' : nothing}
              />
              <p id="hint" class=${isNameMissing ? 'small wrong' : 'small muted'}>
                ${isNameMissing ? words.needed : words.hint}
              </p>
            </div>`
          : html`<p>${words.rotationText}</p>`
      }
      ${failure === undefined ? nothing : html`<portal-error .error=${failure} @retry=${this.#submit}></portal-error>`}
      <div class="actions">
        <button type="button" @click=${() => this.#dialog?.close()}>${words.cancel}</button>
        <button class="primary" ?disabled=${isMaking}>
          ${isMaking ? words.creating : replaced === undefined ? words.create : words.rotate}
        </button>
      </div>
    </form>`;
  }

  #secret({ key }: Output<'createKey'>) {
    const words = text.newKey;
    return html`<div class="stack">
      <p>${words.once}</p>
      <div class="secret">
        <code>${key}</code>
        <portal-copy .text=${key} label=${words.copy}></portal-copy>
      </div>
      <div class="stack">
        <h3>${words.use}</h3>
        <portal-code language="curl" .code=${`curl ${location.origin}/usage -H 'X-API-Key: ${key}'`}></portal-code>
      </div>
      <div class="actions">
        <button type="button" class="primary" @click=${() => this.#dialog?.close()}>${words.done}</button>
      </div>
    </div>`;
  }

  protected override render() {
    const { made, replaced } = this;
    const words = text.newKey;
    const heading = made ? words.made(made.name) : replaced === undefined ? words.heading : words.rotation(replaced);
    return html`<portal-dialog heading=${heading} @close=${this.#closed}>
      ${made ? this.#secret(made) : this.#form()}
    </portal-dialog>`;
  }
}
