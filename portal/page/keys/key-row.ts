import type { Client } from '@styling/client';
import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/keys.ts';
import { locale } from '../elements/locale.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import { shortKeyId } from '../usage/key-names.ts';
import { addressOf } from '../usage/usage-params.ts';
import type { Key } from './key-list.ts';
import '../elements/portal-copy.ts';
import '../elements/portal-error.ts';
import '../elements/portal-icon.ts';
import '../elements/portal-menu.ts';
import '../elements/portal-time.ts';

const WEEK = 7;

/**
 * `<key-row .key=${…} .client=${…} requests="12">`: a key, which can be renamed in its place.
 *
 * @fires renamed when it has another name
 * @fires rotate when it is to be replaced
 * @fires revoke when it is to be revoked
 */
@customElement('key-row')
export class KeyRow extends PortalElement {
  @property({ attribute: false }) key!: Key;
  @property({ attribute: false }) replacement?: Key | undefined;
  @property({ attribute: false }) client!: Client;
  /** In the last seven days. */
  @property({ type: Number }) requests!: number;
  @state() private isEdited!: boolean;
  @state() private failure: unknown;
  static override styles = [
    sheet,
    css`
      article {
        display: grid;
        grid-template: 'name menu' auto 'facts facts' auto / minmax(0, 1fr) auto;
        align-items: start;
        gap: var(--space-3) var(--space-4);
        padding-block: var(--space-4);
      }
      .name {
        grid-area: name;
        min-width: 0;
      }
      portal-menu {
        grid-area: menu;
      }
      h2 {
        overflow-wrap: anywhere;
      }
      code {
        white-space: nowrap;
      }
      .id {
        display: flex;
        align-items: center;
        min-height: 32px;
      }
      .badge {
        padding: 2px var(--space-2);
        border: 1px solid var(--edge);
        border-radius: var(--radius-control);
        font-size: var(--text-1);
      }
      .hint {
        color: var(--warn);
      }
      dl {
        display: grid;
        grid-area: facts;
        grid-template-columns: repeat(3, minmax(0, 1fr));
        gap: var(--space-2) var(--space-3);
      }
      dt {
        color: var(--muted);
        font-size: var(--text-1);
      }
      form {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2);
      }
      form label {
        flex: 1 1 200px;
      }
      portal-error {
        grid-column: 1 / -1;
      }
      @media (max-width: 479px) {
        dd {
          font-size: var(--text-1);
        }
      }
      @media (min-width: 1040px) {
        article {
          grid-template: 'name facts menu' auto / minmax(0, 1fr) minmax(0, 30rem) auto;
          align-items: center;
        }
      }
    `,
  ];

  async #edit(): Promise<void> {
    this.isEdited = true;
    this.failure = undefined;
    await this.updateComplete;
    this.renderRoot.querySelector('input')?.select();
  }

  async #leave(): Promise<void> {
    this.isEdited = false;
    await this.updateComplete;
    this.renderRoot.querySelector('portal-menu')?.shadowRoot?.querySelector('button')?.focus();
  }

  async #rename(event: Event): Promise<void> {
    event.preventDefault();
    const name = this.renderRoot.querySelector('input')?.value.trim() ?? '';
    if (name === '' || name === this.key.name) return this.#leave();
    try {
      this.key = await this.client.call('renameKey', { path: { id: this.key.key_id }, body: { name } });
      this.dispatchEvent(new Event('renamed'));
      await this.#leave();
    } catch (error) {
      this.failure = error;
    }
  }

  #pressed(event: KeyboardEvent): void {
    if (event.key === 'Escape') this.#leave();
  }

  #name() {
    const { key, replacement, isEdited } = this;
    if (isEdited) {
      return html`<form @submit=${this.#rename} @keydown=${this.#pressed}>
        <label>
          <span class="sr-only">${text.rename.label}</span>
          <input .value=${key.name} maxlength="100" required autocomplete="off" />
        </label>
        <button class="primary">${text.rename.save}</button>
        <button type="button" @click=${this.#leave}>${text.rename.cancel}</button>
      </form>`;
    }
    return html`<div class="row">
        <h2>${key.name}</h2>
        ${key.may_manage ? html`<span class="badge">${text.managers}</span>` : nothing}
      </div>
      <p class="small muted id" title=${key.key_id}>
        <code>${shortKeyId(key.key_id)}</code><portal-copy .text=${key.key_id}></portal-copy>
      </p>
      ${
        replacement
          ? html`<p class="small hint">${replacement.last_used_at ? text.replaced.used : text.replaced.unused}</p>`
          : nothing
      }`;
  }

  #fact(term: string, content: unknown) {
    return html`<div><dt>${term}</dt><dd class="number">${content}</dd></div>`;
  }

  #send(type: 'rotate' | 'revoke') {
    return () => this.dispatchEvent(new Event(type));
  }

  protected override render() {
    const { key, requests } = this;
    const { label, rename, rotate, revoke } = text.menu;
    const count = text.requests(requests, new Intl.NumberFormat(locale()).format(requests));
    const usage = `/portal${addressOf({ days: WEEK, key: key.key_id })}`;
    return html`<article aria-label=${key.name}>
      <div class="name">${this.#name()}</div>
      <dl>
        ${this.#fact(text.created, html`<portal-time datetime=${key.created_at} relative></portal-time>`)}
        ${this.#fact(
          text.lastUsed,
          key.last_used_at
            ? html`<portal-time datetime=${key.last_used_at} relative></portal-time>`
            : html`<span class="muted">${text.never}</span>`,
        )}
        ${this.#fact(
          text.week,
          requests > 0
            ? html`<a href=${usage} aria-label=${`${text.usageOf(key.name)}: ${count}`}>${count}</a>`
            : html`<span class="muted">${count}</span>`,
        )}
      </dl>
      <portal-menu label=${label(key.name)}>
        <button type="button" @click=${this.#edit}>${rename}</button>
        ${key.may_manage ? nothing : html`<button type="button" @click=${this.#send('rotate')}>${rotate}</button>`}
        <button type="button" class="danger" @click=${this.#send('revoke')}>${revoke}</button>
      </portal-menu>
      ${this.failure === undefined ? nothing : html`<portal-error .error=${this.failure} @retry=${this.#rename}></portal-error>`}
    </article>`;
  }
}
