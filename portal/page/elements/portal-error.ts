import { ApiError } from '@styling/client';
import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/elements.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import { explain } from './explain-error.ts';
import { namedId, namedIdStyle } from './named-id.ts';
import './portal-icon.ts';

/**
 * `<portal-error .error=${error}>`: what happened, what it means, what exactly is wrong, what to do, and the id of the request.
 *
 * @fires retry when the reader wants to try again; offered only where that can help
 */
@customElement('portal-error')
export class PortalError extends PortalElement {
  @property({ attribute: false }) error: unknown;
  static override styles = [
    sheet,
    namedIdStyle,
    css`
      .card {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: var(--space-2) var(--space-3);
        border-color: color-mix(in oklab, var(--bad) 45%, var(--line));
      }
      .card > portal-icon {
        margin-top: 1px;
        color: var(--bad);
      }
      .stack {
        gap: var(--space-2);
      }
      p {
        max-width: 64ch;
        text-wrap: pretty;
      }
      .row {
        margin-top: var(--space-2);
      }
    `,
  ];

  protected override render() {
    const { what, meaning, advice, canRetry } = explain(this.error);
    const isOfService = this.error instanceof Error && meaning === this.error.message;
    const { requestId, details } = this.error instanceof ApiError ? this.error : {};
    return html`<div class="card" role="alert">
      <portal-icon name="warning"></portal-icon>
      <div class="stack">
        <h2>${what}</h2>
        ${meaning && html`<p lang=${isOfService ? 'en' : nothing}>${meaning}</p>`}
        ${details && html`<p lang="en">${details}</p>`}
        ${advice && html`<p class="muted">${advice}</p>`}
        <div class="row">
          ${
            canRetry
              ? html`<button type="button" @click=${() => this.dispatchEvent(new Event('retry'))}>
                  <portal-icon name="retry"></portal-icon>${text.retry}
                </button>`
              : ''
          }
          ${requestId && namedId(text.requestId, requestId)}
        </div>
      </div>
    </div>`;
  }
}
