import { ApiError } from '@styling/client';
import { html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/elements.ts';
import { PortalElement } from '../portal-element.ts';
import { explain } from './explain-error.ts';
import { namedId } from './named-id.ts';

/**
 * `<portal-error .error=${error}>`: what happened, what it means, what exactly is wrong, what to do, and the id of the request.
 *
 * @fires retry when the reader wants to try again; offered only where that can help
 */
@customElement('portal-error')
export class PortalError extends PortalElement {
  @property({ attribute: false }) error: unknown;

  protected override render() {
    const { what, meaning, advice, canRetry } = explain(this.error);
    const isOfService = this.error instanceof Error && meaning === this.error.message;
    const { requestId, details } = this.error instanceof ApiError ? this.error : {};
    const retry = () => this.dispatchEvent(new Event('retry'));
    return html`<div class="card grid grid-cols-[auto_1fr] gap-x-3 gap-y-2 border-[color-mix(in_oklab,var(--bad)_45%,var(--line))]" role="alert">
      <portal-icon class="mt-px text-bad" name="warning"></portal-icon>
      <div class="stack gap-2 *:max-w-[64ch] *:text-pretty">
        <h2>${what}</h2>
        ${meaning && html`<p lang=${isOfService ? 'en' : nothing}>${meaning}</p>`}
        ${details && html`<p lang="en">${details}</p>`}
        ${advice && html`<p class="muted">${advice}</p>`}
        <div class="row mt-2">
          ${canRetry ? html`<button type="button" @click=${retry}><portal-icon name="retry"></portal-icon>${text.retry}</button>` : nothing}
          ${requestId && namedId(text.requestId, requestId)}
        </div>
      </div>
    </div>`;
  }
}
