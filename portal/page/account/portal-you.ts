import { Task } from '@lit/task';
import { html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/account.ts';
import { whenRead } from '../elements/when-read.ts';
import { copiedId } from '../lists/facts.ts';
import type { Portal } from '../portal.ts';
import { PortalElement } from '../portal-element.ts';
import { PORTAL_PATH } from '../routes.ts';

const words = text.you;

const facts = (all: readonly (readonly [name: string, value: unknown])[]) => html`<dl
  class="grid grid-cols-[7em_minmax(0,1fr)] items-baseline gap-3">
  ${all.map(([name, value]) => html`<dt class="muted">${name}</dt><dd class="number wrap-anywhere">${value}</dd>`)}
</dl>`;

/** `<portal-you .portal=${portal}>`: who is signed in, and what is left of the day. */
@customElement('portal-you')
export class PortalYou extends PortalElement {
  @property({ attribute: false }) portal!: Portal;

  #usage = new Task(this, {
    args: () => [this.portal] as const,
    task: async ([portal], { signal }) => (await portal.client.usage({ signal })).rate_limit,
  });

  #today(used: number, limit: number) {
    const midnight = new Date(new Date().setUTCHours(24, 0, 0, 0)).toISOString();
    const share = limit > 0 ? Math.min(100, (used / limit) * 100) : 100;
    return html`<div class="stack">
      ${facts([
        [words.today.used, words.used(used, limit)],
        [words.today.resets, html`<portal-time datetime=${midnight} relative></portal-time>`],
      ])}
      <svg class="h-2 w-full rounded-full bg-line fill-accent" role="meter" aria-label=${words.meter} aria-valuemin="0"
        aria-valuemax=${limit} aria-valuenow=${used}>
        <rect width="${share}%" height="100%"></rect>
      </svg>
    </div>`;
  }

  protected override render() {
    const { user_id, signed_in_by, created_at, expires_at, name, key_id } = this.portal.session;
    const began = html`<portal-time datetime=${created_at} relative></portal-time>`;
    const key = html`${copiedId(key_id)}<p class="small muted">${words.keyMeaning}</p>`;
    return html`<div class="stack">
      <h2>${words.heading}</h2>
      ${facts([
        [words.facts.user, html`<strong>${user_id}</strong>`],
        [words.facts.signedIn, html`${words.signedInBy[signed_in_by]}, ${began}`],
        [words.facts.browser, name],
        [words.facts.until, html`<portal-time datetime=${expires_at}></portal-time>`],
        [words.facts.key, key],
      ])}
      <div class="min-h-[84px]">
        ${whenRead(this.#usage, 2, ({ used_today, daily_limit }) => this.#today(used_today, daily_limit))}
      </div>
      <a href="${PORTAL_PATH}/usage">${words.usage}</a>
    </div>`;
  }
}
