import { ApiError } from '@styling/client';
import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import '../elements/portal-error.ts';
import '../elements/portal-icon.ts';
import '../elements/portal-time.ts';

/**
 * `<studio-refusal .error=${error}>`: why nothing was made. The two limits, which are no faults, have words of their own.
 *
 * @fires retry, dismiss
 */
@customElement('studio-refusal')
export class StudioRefusal extends PortalElement {
  @property({ attribute: false }) error: unknown;
  /** Whether it is in the portal, where there are pages to link to, and images of the user. */
  @property({ type: Boolean, attribute: 'in-portal' }) inPortal!: boolean;
  static override styles = [
    sheet,
    css`
      .card {
        display: grid;
        gap: var(--space-2);
      }
      .row {
        margin-top: var(--space-2);
      }
      .back {
        margin-top: var(--space-3);
      }
    `,
  ];

  #fire = (name: 'retry' | 'dismiss') => () => this.dispatchEvent(new Event(name));

  #limit() {
    const { limit, reset } = (this.error as ApiError).dailyLimit ?? {};
    return html`<div class="card" role="alert">
      <h2>${text.limit.heading}</h2>
      <p>
        ${limit === undefined ? '' : text.limit.text(limit)}
        ${reset ? html`${text.limit.reset} <portal-time datetime=${reset} relative></portal-time>.` : ''}
      </p>
      <div class="row">
        ${this.inPortal ? html`<a class="button" href="/portal/usage">${text.limit.usage}</a>` : ''}
        <button type="button" class="quiet" @click=${this.#fire('dismiss')}>${text.dismiss}</button>
      </div>
    </div>`;
  }

  #busy() {
    return html`<div class="card" role="alert">
      <h2>${text.limit.busyHeading}</h2>
      <p>${text.limit.busyText}</p>
      <div class="row">
        <button type="button" @click=${this.#fire('retry')}>
          <portal-icon name="retry"></portal-icon>${text.limit.retry}
        </button>
        ${this.inPortal ? html`<a class="button quiet" href="/portal/jobs?status=running">${text.limit.busyJobs}</a>` : ''}
      </div>
    </div>`;
  }

  protected override render() {
    const code = this.error instanceof ApiError ? this.error.code : undefined;
    if (code === 'daily_limit') return this.#limit();
    if (code === 'in_progress') return this.#busy();
    return html`<portal-error .error=${this.error} @retry=${this.#fire('retry')}></portal-error>
      <button type="button" class="quiet back" @click=${this.#fire('dismiss')}>${text.dismiss}</button>`;
  }
}
