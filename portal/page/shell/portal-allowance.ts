import type { Usage } from '@styling/client';
import { html, nothing, svg } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/app.ts';
import { locale } from '../elements/locale.ts';
import { PortalElement } from '../portal-element.ts';
import { PORTAL_PATH } from '../routes.ts';

const CIRCUMFERENCE = 2 * Math.PI * 8;

/** `<portal-allowance .limit=${…}>`: what is left of the day. */
@customElement('portal-allowance')
export class PortalAllowance extends PortalElement {
  /** Undefined: not known (yet). */
  @property({ attribute: false }) limit?: Usage['rate_limit'] | undefined;

  protected override render() {
    if (!this.limit) return nothing;
    const { daily_limit: limit, remaining } = this.limit;
    const resets = new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(
      new Date().setUTCHours(24, 0, 0, 0),
    );
    const meaning = text.leftLong(remaining, limit, resets);
    const arc = limit > 0 ? (remaining / limit) * CIRCUMFERENCE : 0;
    return html`<a
      class="inline-flex min-h-10 items-center gap-2 rounded-control px-3 font-medium text-muted no-underline tabular-nums hover:bg-ink/6 hover:text-ink"
      href="${PORTAL_PATH}/usage" title=${meaning}
    >
      <svg class="size-5 -rotate-90 fill-none stroke-3" viewBox="0 0 20 20" aria-hidden="true">
        <circle class="stroke-line" cx="10" cy="10" r="8" />
        ${arc > 0 ? svg`<circle class="stroke-accent transition-all" stroke-linecap="round" cx="10" cy="10" r="8" stroke-dasharray="${arc} ${CIRCUMFERENCE}" />` : nothing}
      </svg>
      <span aria-hidden="true">${text.left(remaining)}</span><span class="sr-only">${meaning}</span>
    </a>`;
  }
}
