import type { Client, Output } from '@styling/client';
import { html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { text as elements } from '#texts/elements.ts';
import { text } from '#texts/keys.ts';
import { Attempt } from '../elements/attempt.ts';
import type { PortalDialog } from '../elements/portal-dialog.ts';
import { PortalElement } from '../portal-element.ts';

const words = text.newKey;

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
  /** The new key; forgotten when the dialog is closed. */
  @state() private made?: Output<'createKey'> | undefined;
  @state() private isNameMissing = false;
  @query('portal-dialog') private dialog!: PortalDialog;
  #making = new Attempt(this);

  /** Asks for a name; or, given that of a key, to replace it. */
  async open(replaced?: string): Promise<void> {
    this.replaced = replaced;
    this.isNameMissing = false;
    this.#making.forget();
    await this.updateComplete;
    await this.dialog.show();
    this.#focus('input, .primary');
  }

  #focus(selectors: string): void {
    this.renderRoot.querySelector<HTMLElement>(selectors)?.focus();
  }

  async #make(given: FormData): Promise<void> {
    const name = (this.replaced ?? String(given.get('name'))).trim();
    this.isNameMissing = name === '';
    try {
      if (this.isNameMissing) return;
      this.made = await this.client.call('createKey', { body: { name } });
      this.dispatchEvent(new Event('made'));
    } finally {
      await this.updateComplete;
      this.#focus('portal-copy, input');
    }
  }

  #closed(): void {
    this.made = undefined;
  }

  #name() {
    const { isNameMissing } = this;
    return html`<div class="field">
      <label for="name">${words.name}</label>
      <input id="name" name="name" maxlength="100" autocomplete="off" aria-describedby="hint"
        aria-invalid=${isNameMissing ? 'true' : nothing} />
      <p id="hint" class="small ${isNameMissing ? 'text-bad' : 'muted'}">${isNameMissing ? words.needed : words.hint}</p>
    </div>`;
  }

  #form() {
    const { isRunning } = this.#making;
    const isNew = this.replaced === undefined;
    return html`<form class="stack" novalidate @submit=${this.#making.onSubmit((given) => this.#make(given))}>
      ${isNew ? this.#name() : html`<p>${words.rotationText}</p>`} ${this.#making.render()}
      <div class="row justify-end">
        <button type="button" @click=${() => this.dialog.close()}>${elements.cancel}</button>
        <button class="primary" ?disabled=${isRunning}>${isRunning ? words.creating : isNew ? words.create : words.rotate}</button>
      </div>
    </form>`;
  }

  #secret(key: string) {
    return html`<div class="stack">
      <p>${words.once}</p>
      <div class="secret grid justify-items-start gap-3 rounded-card border border-accent bg-paper p-4">
        <code class="wrap-anywhere select-all">${key}</code>
        <portal-copy .text=${key} label=${words.copy}></portal-copy>
      </div>
      <h3>${words.use}</h3>
      <portal-code language="curl" .code=${`curl ${location.origin}/usage -H 'X-API-Key: ${key}'`}></portal-code>
      <div class="row justify-end">
        <button type="button" class="primary" @click=${() => this.dialog.close()}>${words.done}</button>
      </div>
    </div>`;
  }

  protected override render() {
    const { made, replaced } = this;
    const heading = made ? words.made(made.name) : replaced === undefined ? words.heading : words.rotation(replaced);
    return html`<portal-dialog heading=${heading} @close=${this.#closed}>
      ${made ? this.#secret(made.key) : this.#form()}
    </portal-dialog>`;
  }
}
