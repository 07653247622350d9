import type { Job } from '@styling/client';
import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import { customProperties } from './custom-properties.ts';

/**
 * `<studio-running .job=${job}>`: how far a request is, over the photograph.
 *
 * @fires cancel when it is to end
 */
@customElement('studio-running')
export class StudioRunning extends PortalElement {
  /** null as long as the service has not taken it. */
  @property({ attribute: false }) job!: Job | null;
  @property({ attribute: false }) isCanceling!: boolean;
  static override styles = [
    sheet,
    css`
      :host {
        display: grid;
        grid-template-columns: 1fr auto;
        align-items: center;
        gap: var(--space-2);
        padding: 0 var(--space-2) 0 var(--space-4);
        background: color-mix(in oklab, var(--surface) 92%, transparent);
        backdrop-filter: blur(8px);
      }
      .bar {
        position: absolute;
        inset: 0 0 auto;
        height: 3px;
        overflow: hidden;
        background: color-mix(in oklab, var(--ink) 14%, transparent);
      }
      .bar i {
        display: block;
        height: 100%;
        background: var(--accent);
        transform: scaleX(var(--done));
        transform-origin: left;
        transition: transform 300ms ease-out;
      }
      p {
        min-height: 56px;
        align-content: center;
      }
      @media (prefers-reduced-motion: no-preference) {
        .bar.waiting i {
          animation: wait 1.6s ease-in-out infinite;
        }
      }
      @keyframes wait {
        from {
          transform: translateX(-100%) scaleX(0.4);
        }
        to {
          transform: translateX(100%) scaleX(0.4);
        }
      }
    `,
  ];

  get #words(): string {
    const { job, isCanceling } = this;
    if (isCanceling) return text.running.canceling;
    if (!job) return text.running.sending;
    if (job.progress) return text.running.stages[job.progress.stage] ?? text.running.label;
    return job.status === 'queued' ? text.running.queued : text.running.stages.preparing;
  }

  protected override render() {
    const fraction = this.job?.progress?.fraction;
    const percent = fraction === undefined ? nothing : Math.round(fraction * 100);
    return html`<div
        class="bar ${fraction === undefined ? 'waiting' : ''}"
        role="progressbar"
        aria-label=${text.running.label}
        aria-valuemin="0"
        aria-valuemax="100"
        aria-valuenow=${percent}
      >
        <i ${customProperties({ '--done': String(fraction ?? 0.04) })}></i>
      </div>
      <p role="status">${this.#words}</p>
      <button
        type="button"
        class="quiet"
        ?disabled=${this.isCanceling}
        @click=${() => this.dispatchEvent(new Event('cancel'))}
      >
        <portal-icon name="stop"></portal-icon>${text.running.cancel}
      </button>`;
  }
}
