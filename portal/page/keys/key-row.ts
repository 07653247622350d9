import { html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { text as elements } from '#texts/elements.ts';
import { text } from '#texts/keys.ts';
import { text as usage } from '#texts/usage.ts';
import { Attempt } from '../elements/attempt.ts';
import type { Portal } from '../portal.ts';
import { PortalElement } from '../portal-element.ts';
import { PORTAL_PATH } from '../routes.ts';
import { numeral } from '../usage/counts-in-words.ts';
import { addressOf } from '../usage/usage-model.ts';
import { type Key, shortKeyId, WEEK } from './key-list.ts';

/**
 * `<key-row .key=${…} .portal=${…} requests="12">`: a key, which can be renamed in its place.
 *
 * @fires renamed, rotate (when it is to be replaced), revoke (when it is to be revoked)
 */
@customElement('key-row')
export class KeyRow extends PortalElement {
  @property({ attribute: false }) key!: Key;
  @property({ attribute: false }) replacement?: Key | undefined;
  @property({ attribute: false }) portal!: Portal;
  /** In the last seven days. */
  @property({ type: Number }) requests!: number;
  @state() private isEdited = false;
  @query('input') private input?: HTMLInputElement | null;
  #renaming = new Attempt(this);

  async #edit(): Promise<void> {
    this.isEdited = true;
    await this.updateComplete;
    this.input?.select();
  }

  async #leave(): Promise<void> {
    this.isEdited = false;
    this.#renaming.forget();
    await this.updateComplete;
    this.renderRoot.querySelector('portal-menu')?.shadowRoot?.querySelector('button')?.focus();
  }

  async #rename(): Promise<void> {
    const name = this.input?.value.trim();
    if (name && name !== this.key.name) {
      this.key = await this.portal.client.call('renameKey', { path: { id: this.key.key_id }, body: { name } });
      this.portal.announce(text.rename.done(name));
      this.dispatchEvent(new Event('renamed'));
    }
    await this.#leave();
  }

  #form() {
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && this.#leave();
    return html`<form class="flex flex-wrap gap-2" @submit=${this.#renaming.onSubmit(() => this.#rename())} @keydown=${leave}>
      <label class="grow basis-[200px]">
        <span class="sr-only">${text.rename.label}</span>
        <input .value=${this.key.name} maxlength="100" required autocomplete="off" />
      </label>
      <button class="primary">${text.rename.save}</button>
      <button type="button" @click=${this.#leave}>${elements.cancel}</button>
    </form>`;
  }

  #name() {
    const { key_id, name, may_manage } = this.key;
    const badge = html`<span class="rounded-control border border-edge px-2 py-0.5 text-1">${text.managers}</span>`;
    return html`<div class="row"><h2 class="wrap-anywhere">${name}</h2>${may_manage ? badge : nothing}</div>
      <p class="small muted flex min-h-8 items-center" title=${key_id}>
        <code class="whitespace-nowrap">${shortKeyId(key_id)}</code><portal-copy .text=${key_id}></portal-copy>
      </p>
      ${this.replacement && html`<p class="small text-warn">${text.replaced[this.replacement.last_used_at ? 'used' : 'unused']}</p>`}`;
  }

  protected override render() {
    const { key, requests } = this;
    const { label, rename, rotate, revoke } = text.menu;
    const { created, lastUsed, never, week } = text.facts;
    const count = usage.requests(numeral(requests));
    const href = PORTAL_PATH + addressOf({ days: WEEK, key: key.key_id });
    const fact = (term: string, content: unknown) => html`<div>
      <dt class="small muted">${term}</dt>
      <dd class="number max-[479px]:text-1">${content}</dd>
    </div>`;
    const time = (at: string) => html`<portal-time datetime=${at} relative></portal-time>`;
    const link = html`<a href=${href} aria-label=${text.usageOf(key.name, count)}>${count}</a>`;
    const muted = (words: string) => html`<span class="muted">${words}</span>`;
    const fire = (type: 'rotate' | 'revoke') => () => this.dispatchEvent(new Event(type));
    return html`<article aria-label=${key.name} class="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-3 py-4
      min-[1040px]:grid-cols-[1fr_minmax(0,30rem)_auto] min-[1040px]:items-center">
      <div class="min-w-0">${this.isEdited ? this.#form() : this.#name()}</div>
      <dl class="col-span-2 grid grid-cols-3 gap-x-3 gap-y-2 min-[1040px]:col-span-1">
        ${fact(created, time(key.created_at))}
        ${fact(lastUsed, key.last_used_at ? time(key.last_used_at) : muted(never))}
        ${fact(week, requests > 0 ? link : muted(count))}
      </dl>
      <portal-menu class="col-start-2 row-start-1 min-[1040px]:col-start-3" label=${label(key.name)}>
        <button type="button" @click=${this.#edit}>${rename}</button>
        ${key.may_manage ? nothing : html`<button type="button" @click=${fire('rotate')}>${rotate}</button>`}
        <button type="button" class="danger" @click=${fire('revoke')}>${revoke}</button>
      </portal-menu>
      <div class="col-span-full empty:hidden">${this.#renaming.render()}</div>
    </article>`;
  }
}
