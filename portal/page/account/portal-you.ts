import { Task } from '@lit/task';
import { css, html, LitElement } from 'lit';
import { text } from '#texts/account.ts';
import type { Portal } from '../portal.ts';
import { PORTAL_PATH } from '../routes.ts';
import { base } from '../styles/base.ts';
import { nextUtcDay } from './next-utc-day.ts';
import '../elements/portal-error.ts';
import '../elements/portal-skeleton.ts';
import '../elements/portal-time.ts';
import '../shell/portal-language.ts';

/** `<portal-you .portal=${portal}>`: who is signed in, and what is left of the day. */
export class PortalYou extends LitElement {
  static override properties = { portal: { attribute: false } };
  declare portal: Portal;
  static override styles = [
    base,
    css`
      dl {
        display: grid;
        grid-template-columns: 7em 1fr;
        align-items: baseline;
        gap: var(--space-2) var(--space-4);
      }
      dt {
        color: var(--muted);
      }
      dd {
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .today {
        min-height: 84px;
      }
      meter {
        width: 100%;
        height: 8px;
        border-radius: 4px;
        overflow: hidden;
        background: var(--line);
      }
      meter::-webkit-meter-bar {
        border: 0;
        border-radius: 4px;
        background: var(--line);
      }
      meter::-webkit-meter-optimum-value,
      meter::-webkit-meter-suboptimum-value {
        background: var(--accent);
      }
      meter::-moz-meter-bar {
        background: var(--accent);
      }
    `,
  ];

  #usage = new Task(this, {
    args: () => [this.portal] as const,
    task: async ([portal], { signal }) => (await portal.client.usage({ signal })).rate_limit,
  });

  protected override render() {
    const { user_id, signed_in_by, created_at, expires_at, name, key_id } = this.portal.session;
    return html`<div class="stack">
      <h2>${text.you.heading}</h2>
      <dl>
        <dt>${text.you.user}</dt>
        <dd><strong>${user_id}</strong></dd>
        <dt>${text.you.signedIn}</dt>
        <dd>${text.you.signedInBy[signed_in_by]}, <portal-time datetime=${created_at} relative></portal-time></dd>
        <dt>${text.you.browser}</dt>
        <dd>${name}</dd>
        <dt>${text.you.until}</dt>
        <dd><portal-time datetime=${expires_at}></portal-time></dd>
        <dt>${text.you.key}</dt>
        <dd><code title=${text.you.keyMeaning}>${key_id}</code></dd>
        <dt>${text.you.language}</dt>
        <dd><portal-language></portal-language></dd>
      </dl>
      <div class="today">
      ${this.#usage.render({
        pending: () => html`<portal-skeleton lines="2"></portal-skeleton>`,
        complete: ({ daily_limit, used_today }) => html`<div class="stack">
          <dl>
            <dt>${text.you.today}</dt>
            <dd class="number">${text.you.used(used_today, daily_limit)}</dd>
            <dt>${text.you.resets}</dt>
            <dd><portal-time datetime=${nextUtcDay(new Date())} relative></portal-time></dd>
          </dl>
          <meter aria-label=${text.you.meter} min="0" max=${daily_limit} value=${used_today}></meter>
        </div>`,
        error: (error) => html`<portal-error .error=${error} @retry=${() => this.#usage.run()}></portal-error>`,
      })}
      </div>
      <a href="${PORTAL_PATH}/usage">${text.you.usage}</a>
    </div>`;
  }
}

customElements.define('portal-you', PortalYou);
