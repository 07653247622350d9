import type { ImageRecord, Job } from '@styling/client';
import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/jobs.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import '../elements/portal-status.ts';
import '../elements/portal-time.ts';
import { duration } from '../lists/duration.ts';
import { thumbnail, thumbnailStyle } from '../lists/thumbnail.ts';
import { hasEnded } from './merge-jobs.ts';
import { progressStyle } from './progress-style.ts';

/**
 * A job of the list: a link to it, how far it is, and a button to cancel it while it runs.
 *
 * @fires cancel when the reader wants it to end
 */
@customElement('portal-job-row')
export class PortalJobRow extends PortalElement {
  @property({ attribute: false }) job!: Job;
  /** What it made, if that is kept. */
  @property({ attribute: false }) image?: ImageRecord | undefined;
  static override styles = [
    sheet,
    progressStyle,
    thumbnailStyle,
    css`
      :host {
        position: relative;
        display: grid;
        grid-template-columns: auto 104px minmax(0, 1fr) minmax(0, 1fr) auto;
        gap: var(--space-1) var(--space-4);
        align-items: center;
        min-height: 56px;
        padding: var(--space-2) var(--space-4);
      }
      :host(:hover) {
        background: color-mix(in oklab, var(--ink) 3%, transparent);
      }
      a {
        color: inherit;
        font-weight: 500;
        text-decoration: none;
      }
      /* All of the row follows the link. */
      a::after {
        position: absolute;
        inset: 0;
        content: '';
      }
      button {
        position: relative;
        justify-self: end;
        min-height: 36px;
      }
      .what,
      .figures {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--space-3);
      }
      .figures {
        justify-content: end;
      }
      progress {
        grid-column: 3 / -1;
      }
      @media (max-width: 639px) {
        :host {
          grid-template-columns: auto minmax(0, 1fr) auto;
          padding: var(--space-3) var(--space-4);
        }
        .thumbnail {
          grid-row: 1 / 3;
        }
        .what {
          grid-column: 2;
          grid-row: 1;
        }
        portal-status {
          grid-column: 3;
          grid-row: 1;
          justify-self: end;
        }
        .figures {
          grid-column: 2;
          justify-content: start;
        }
        progress {
          grid-column: 1 / -1;
        }
      }
    `,
  ];

  override render() {
    const { job_id, status, endpoint, created_at, progress } = this.job;
    return html`
      ${thumbnail(this.image, iconOf(this.job))}
      <portal-status status=${status}></portal-status>
      <span class="what">
        <a href="/portal/jobs/${job_id}">${text.endpoint(endpoint)}</a>
        <portal-time class="muted" datetime=${created_at} relative></portal-time>
      </span>
      <span class="figures muted small number">${figuresOf(this.job)}</span>
      ${this.#renderCancel()}
      ${progress && html`<progress max="1" value=${progress.fraction} aria-label=${text.progress(progress.stage, progress.fraction)}></progress>`}
    `;
  }

  #renderCancel() {
    if (hasEnded(this.job)) return '';
    if (this.job.cancel_requested_at) return html`<span class="muted small">${text.canceling}</span>`;
    return html`<button type="button" aria-label=${text.cancelOf(this.job.endpoint)} @click=${this.#cancel}>${text.cancel}</button>`;
  }

  readonly #cancel = (): void => {
    this.dispatchEvent(new Event('cancel'));
  };
}

/** Stands for a job of which there is no picture. */
function iconOf({ status, endpoint }: Job) {
  if (status === 'failed') return 'warning';
  if (status === 'canceled') return 'stop';
  return endpoint === '/analyze_outfit' || endpoint === '/identify_clothing' ? 'search' : 'images';
}

/** What is said of a job in passing: how far it is, or what it took and made. */
function figuresOf({ progress, created_at, completed_at, image_ids, error, cost }: Job) {
  if (progress) return html`<span>${text.progress(progress.stage, progress.fraction)}</span>`;
  if (completed_at === null) return '';
  return [
    text.took(duration(Date.parse(completed_at) - Date.parse(created_at))),
    ...(image_ids.length > 0 ? [text.images(image_ids.length)] : []),
    ...(cost === null ? [] : [text.cost(cost)]),
    ...(error?.code ? [error.code] : []),
  ].map((figure) => html`<span>${figure}</span>`);
}
