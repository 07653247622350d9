import type { Timeline } from '@styling/client';
import { html, svg } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/job.ts';
import { duration } from '../lists/duration.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import { type Bar, layOutWaterfall } from './lay-out-waterfall.ts';
import { waterfallStyle } from './waterfall-style.ts';

const words = text.timeline;
const ROW = 44;
const SCALE = 24;
/** Of a bar, from the top of its row; its service's name is above it. */
const BAR = { top: 22, height: 12 };
const percent = (part: number): string => `${Math.round(part * 10_000) / 100}%`;

/** What happened to a job: a row for each service, a bar for each step; pointing at one, or the arrow keys, show the step. */
@customElement('portal-waterfall')
export class PortalWaterfall extends PortalElement {
  @property({ attribute: false }) timeline!: Timeline;
  /** Number of the step that is described, in the order of time. */
  @state() shown: number = -1;
  static override styles = [sheet, waterfallStyle];

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
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
      <div class="chart">
        <svg height=${height} role="group" aria-label=${words.label(duration(span))} @keydown=${this.#keyPressed}>
          <g class="scale" aria-hidden="true">
            ${ticks.map(
              ({ ms, at }) => svg`
                <line x1=${percent(at)} x2=${percent(at)} y1=${SCALE - 6} y2=${height}></line>
                <text x=${percent(at)} y="12" text-anchor=${at === 0 ? 'start' : at > 0.94 ? 'end' : 'middle'}>${duration(ms)}</text>`,
            )}
          </g>
          ${rows.map(
            ({ by, bars }, row) => svg`
              <svg y=${SCALE + row * ROW} height=${ROW}>
                <text class="by" y="15" aria-hidden="true">${by}</text>
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
    const show = () => {
      this.shown = number;
    };
    const middle = BAR.top + BAR.height / 2;
    return svg`<g role="img" data-step=${number} tabindex=${number === this.shown ? 0 : -1}
        aria-label=${words.moment(step.what, step.by, duration(step.ms), duration(step.took_ms))}
        aria-current=${number === this.shown} @focus=${show} @pointerenter=${show} @click=${show}>
      <rect class="area" x=${percent(from)} y=${BAR.top - 6} width=${percent(to - from)} height=${BAR.height + 12}></rect>
      <rect class="bar" x=${percent(from)} y=${BAR.top} width=${percent(to - from)} height=${BAR.height} rx="2"></rect>
      <circle cx=${percent(to)} cy=${middle} r="4.5"></circle>
      <circle class="area" cx=${percent(to)} cy=${middle} r="12" stroke="none"></circle>
    </g>`;
  }

  #renderDescribed() {
    const step = this.timeline.steps[this.shown];
    if (!step) return '';
    return html`<div class="described">
      <p><strong>${words.step(step.what)}</strong> <span class="muted">${step.by}</span></p>
      <p class="number">${words.when(duration(step.ms), duration(step.took_ms))}</p>
      ${step.detail ? html`<p class="small muted">${step.detail}</p>` : ''}
    </div>`;
  }

  readonly #keyPressed = (event: KeyboardEvent): void => {
    const last = layOutWaterfall(this.timeline).rows.reduce((sum, { bars }) => sum + bars.length, 0) - 1;
    const moves: Readonly<Record<string, number>> = {
      ...{ ArrowRight: this.shown + 1, ArrowDown: this.shown + 1, ArrowLeft: this.shown - 1, ArrowUp: this.shown - 1 },
      ...{ Home: 0, End: last },
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.shown = Math.min(last, Math.max(0, next));
    this.renderRoot.querySelector<SVGElement>(`[data-step="${this.shown}"]`)?.focus();
  };
}
