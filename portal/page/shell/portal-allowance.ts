import type { Usage } from '@styling/client';
import { css, html, nothing, svg } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/app.ts';
import { locale } from '../elements/locale.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import { PORTAL_PATH } from '../routes.ts';

const CIRCUMFERENCE = 2 * Math.PI * 8;

/** `<portal-allowance .limit=${…}>`: what is left of the day. */
@customElement('portal-allowance')
export class PortalAllowance extends PortalElement {
  /** Undefined: not known (yet). */
  @property({ attribute: false }) limit?: Usage['rate_limit'] | undefined;
  static override styles = [
    sheet,
    css`
      a {
        display: inline-flex;
        align-items: center;
        gap: var(--space-2);
        min-height: 40px;
        padding: 0 var(--space-3);
        border-radius: var(--radius-control);
        color: var(--muted);
        font-weight: 500;
        text-decoration: none;
        font-variant-numeric: tabular-nums;
      }
      a:hover {
        background: color-mix(in oklab, var(--ink) 6%, transparent);
        color: var(--ink);
      }
      svg {
        width: 20px;
        height: 20px;
        transform: rotate(-90deg);
      }
      circle {
        fill: none;
        stroke: var(--line);
        stroke-width: 3;
      }
      .left {
        stroke: var(--accent);
        stroke-linecap: round;
        transition: stroke-dasharray var(--motion);
      }
    `,
  ];

  protected override render() {
    if (!this.limit) return nothing;
    const { daily_limit: limit, remaining } = this.limit;
    const resets = new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(
      new Date().setUTCHours(24, 0, 0, 0),
    );
    const meaning = text.leftLong(remaining, limit, resets);
    const arc = limit > 0 ? (remaining / limit) * CIRCUMFERENCE : 0;
    return html`<a href="${PORTAL_PATH}/usage" title=${meaning}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="8" />
        ${arc > 0 ? svg`<circle class="left" cx="10" cy="10" r="8" stroke-dasharray="${arc} ${CIRCUMFERENCE}" />` : nothing}
      </svg>
      <span aria-hidden="true">${text.left(remaining)}</span><span class="sr-only">${meaning}</span>
    </a>`;
  }
}
