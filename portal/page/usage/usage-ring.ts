import type { Usage } from '@styling/client';
import { css, html, svg } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/usage.ts';
import { locale } from '../elements/locale.ts';
import { relativeTime } from '../elements/relative-time.ts';
import { PortalElement, sheet } from '../portal-element.ts';

const RADIUS = 52;

/** `<usage-ring .limit=${…} resets="ISO">`: what is used of the day and what is left, as a ring and in words. */
@customElement('usage-ring')
export class UsageRing extends PortalElement {
  @property({ attribute: false }) limit!: Usage['rate_limit'];
  @property() resets!: string;
  static override styles = [
    sheet,
    css`
      .today {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-4) var(--space-5);
      }
      figure {
        position: relative;
        flex: none;
        width: 128px;
        height: 128px;
      }
      circle {
        fill: none;
        stroke: var(--line);
        stroke-width: 10;
      }
      .used {
        stroke: var(--accent);
        stroke-linecap: round;
        transform: rotate(-90deg);
        transform-origin: center;
        transition: stroke-dashoffset var(--motion);
      }
      .none .used {
        stroke: var(--warn);
      }
      figcaption {
        position: absolute;
        inset: 0;
        display: grid;
        place-content: center;
        text-align: center;
      }
      strong {
        font-size: var(--text-5);
        font-weight: 600;
        line-height: 1;
      }
      .words {
        flex: 1 1 16ch;
        gap: var(--space-2);
        max-width: 44ch;
      }
    `,
  ];

  protected override render() {
    const { daily_limit: limit, used_today: used, remaining } = this.limit;
    const number = (value: number) => new Intl.NumberFormat(locale()).format(value);
    const share = limit > 0 ? Math.min(1, used / limit) : 1;
    const resets = new Date(this.resets);
    const relative = relativeTime(resets.getTime() - Date.now(), locale());
    const time = new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(resets);
    return html`<div class=${remaining > 0 ? 'today' : 'today none'}>
      <figure class="number">
        <svg viewBox="0 0 128 128" role="img" aria-label=${text.today.ring(number(used), number(limit))}>
          <circle cx="64" cy="64" r=${RADIUS}></circle>
          ${
            share > 0
              ? svg`<circle class="used" cx="64" cy="64" r=${RADIUS} pathLength="1" stroke-dasharray="1 1"
                  stroke-dashoffset=${1 - share}></circle>`
              : ''
          }
        </svg>
        <figcaption><strong>${number(remaining)}</strong><span class="small muted">${text.today.left}</span></figcaption>
      </figure>
      <div class="stack words">
        <h2>${text.today.heading}</h2>
        <p>${remaining > 0 ? text.today.used(number(used), number(limit)) : text.today.none}</p>
        <p title=${`${resets.toISOString().slice(0, 16).replace('T', ' ')} UTC`}>${text.today.resets(relative, time)}</p>
        <p class="small muted">${text.today.note}</p>
      </div>
    </div>`;
  }
}
