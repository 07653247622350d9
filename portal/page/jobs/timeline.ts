import type { Timeline } from '@styling/client';
import { html, type PropertyValues, svg } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/job.ts';
import { text as lists } from '#texts/lists.ts';
import { PortalElement } from '../portal-element.ts';
import { type Bar, layOutWaterfall } from './lay-out-waterfall.ts';

const words = text.timeline;
const ROW = 44;
const SCALE = 24;
/** Where a bar is, px from the top of its row; its service's name is above it. */
const BAR = { top: 22, height: 12 };
/** How far keys go. */
const MOVES: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};
const percent = (part: number): string => `${Math.round(part * 10_000) / 100}%`;

/** What happened to a job: a row for each service, a bar for each step; pointing at one, or the arrow keys, show the step. */
@customElement('portal-waterfall')
export class PortalWaterfall extends PortalElement {
  @property({ attribute: false }) timeline!: Timeline;
  /** Number of the step that is described, in the order of time. */
  @state() private shown = -1;

  override willUpdate(changed: PropertyValues<this>): void {
    // The longest step is what one looks for.
    if (changed.has('timeline')) {
      const took = this.timeline.steps.map(({ took_ms, ms }) => (ms <= (this.timeline.latency_ms ?? ms) ? took_ms : 0));
      this.shown = took.indexOf(Math.max(...took));
    }
  }

  override render() {
    const { span, rows, ticks } = layOutWaterfall(this.timeline);
    const height = SCALE + rows.length * ROW;
    return html`
      <div class="px-1.5">
        <svg class="w-full overflow-visible text-1" height=${height} role="group" aria-label=${words.label(lists.duration(span))}
          @keydown=${this.#keyPressed}>
          <g aria-hidden="true">
            ${ticks.map(
              ({ ms, at }) => svg`
                <line class="stroke-line" x1=${percent(at)} x2=${percent(at)} y1=${SCALE - 6} y2=${height}></line>
                <text class="number fill-muted" x=${percent(at)} y="12"
                  text-anchor=${at === 0 ? 'start' : at > 0.94 ? 'end' : 'middle'}>${lists.duration(ms)}</text>`,
            )}
          </g>
          ${rows.map(
            ({ by, bars }, row) => svg`
              <svg class="overflow-visible" y=${SCALE + row * ROW} height=${ROW}>
                <text class="by fill-ink font-medium" y="15" aria-hidden="true">${by}</text>
                ${bars.map((bar) => this.#renderBar(bar))}
              </svg>`,
          )}
        </svg>
      </div>
      ${this.#renderDescribed()}
    `;
  }

  #renderBar({ step, from, to }: Bar) {
    const number = this.timeline.steps.indexOf(step);
    const isShown = number === this.shown;
    const show = () => {
      this.shown = number;
    };
    const middle = BAR.top + BAR.height / 2;
    return svg`<g class="group cursor-default outline-none" role="img" data-step=${number} tabindex=${isShown ? 0 : -1}
        aria-label=${words.moment(step.what, step.by, lists.duration(step.ms), lists.duration(step.took_ms))}
        aria-current=${isShown} @focus=${show} @pointerenter=${show} @click=${show}>
      <rect fill="transparent" x=${percent(from)} y=${BAR.top - 6} width=${percent(to - from)} height=${BAR.height + 12}></rect>
      <rect class=${isShown ? 'fill-accent' : 'fill-[color-mix(in_oklab,var(--accent),var(--surface)_55%)]'}
        x=${percent(from)} y=${BAR.top} width=${percent(to - from)} height=${BAR.height} rx="2"></rect>
      <circle class="fill-accent stroke-surface stroke-[1.5] group-focus-visible:stroke-ink group-focus-visible:stroke-2"
        cx=${percent(to)} cy=${middle} r=${isShown ? 6 : 4.5}></circle>
      <circle fill="transparent" cx=${percent(to)} cy=${middle} r="12"></circle>
    </g>`;
  }

  #renderDescribed() {
    const step = this.timeline.steps[this.shown];
    if (!step) return '';
    return html`<div class="described grid min-h-17 gap-1 border-t border-line pt-3 wrap-anywhere">
      <p><strong>${words.step(step.what)}</strong> <span class="muted">${step.by}</span></p>
      <p class="number">${words.when(lists.duration(step.ms), lists.duration(step.took_ms))}</p>
      ${step.detail ? html`<p class="small muted">${step.detail}</p>` : ''}
    </div>`;
  }

  readonly #keyPressed = (event: KeyboardEvent): void => {
    const move = MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const last = this.renderRoot.querySelectorAll('[data-step]').length - 1;
    const next = Math.min(last, Math.max(0, this.shown + move));
    this.renderRoot.querySelector<SVGElement>(`[data-step="${next}"]`)?.focus();
  };
}

/** What happened to a job, drawn, and for those who would rather read it as a table. */
export const renderTimeline = (timeline: Timeline) => html`
  <p class="muted small">${words.hint}</p>
  <portal-waterfall .timeline=${timeline}></portal-waterfall>
  <details>
    <summary class="w-fit cursor-pointer py-2 text-muted">${words.asTable}</summary>
    <div class="scroll">
      <table>
        <thead>
          <tr>${words.columns.map((name) => html`<th scope="col">${name}</th>`)}</tr>
        </thead>
        <tbody>
          ${timeline.steps.map(
            ({ ms, took_ms, what, by, detail }) => html`<tr>
              <td class="number whitespace-nowrap">${lists.duration(ms)}</td>
              <td class="number whitespace-nowrap">+${lists.duration(took_ms)}</td>
              <td>${words.step(what)}<br /><code class="muted">${what}</code></td>
              <td>${by}</td>
              <td class="muted">${detail}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>
`;
