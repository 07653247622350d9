import { Task } from '@lit/task';
import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/account.ts';
import { copiedId, facts, factsStyle } from '../lists/facts.ts';
import type { Portal } from '../portal.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import { PORTAL_PATH } from '../routes.ts';
import { nextUtcDay } from './next-utc-day.ts';
import '../elements/portal-error.ts';
import '../elements/portal-skeleton.ts';
import '../elements/portal-time.ts';

/** `<portal-you .portal=${portal}>`: who is signed in, and what is left of the day. */
@customElement('portal-you')
export class PortalYou extends PortalElement {
  @property({ attribute: false }) portal!: Portal;
  static override styles = [
    sheet,
    factsStyle,
    css`
      .facts > div {
        grid-template-columns: 7em minmax(0, 1fr);
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
      ${facts([
        [text.you.user, html`<strong>${user_id}</strong>`],
        [
          text.you.signedIn,
          html`${text.you.signedInBy[signed_in_by]}, <portal-time datetime=${created_at} relative></portal-time>`,
        ],
        [text.you.browser, name],
        [text.you.until, html`<portal-time datetime=${expires_at}></portal-time>`],
        [
          text.you.key,
          html`${copiedId(key_id)}
            <p class="small muted">${text.you.keyMeaning}</p>`,
        ],
      ])}
      <div class="today">
      ${this.#usage.render({
        pending: () => html`<portal-skeleton lines="2"></portal-skeleton>`,
        complete: ({ daily_limit, used_today }) => html`<div class="stack">
          ${facts([
            [text.you.today, text.you.used(used_today, daily_limit)],
            [text.you.resets, html`<portal-time datetime=${nextUtcDay(new Date())} relative></portal-time>`],
          ])}
          <meter aria-label=${text.you.meter} min="0" max=${daily_limit} value=${used_today}></meter>
        </div>`,
        error: (error) => html`<portal-error .error=${error} @retry=${() => this.#usage.run()}></portal-error>`,
      })}
      </div>
      <a href="${PORTAL_PATH}/usage">${text.you.usage}</a>
    </div>`;
  }
}
