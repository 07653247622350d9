import { css, html, nothing, svg } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/usage.ts';
import { locale } from '../elements/locale.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import { labelledBars, linesOf } from './chart-scale.ts';
import { dayInWords, shortDay } from './day-words.ts';
import { outcomeStyles } from './outcome-styles.ts';
import { type DayCounts, outcomes, totalOf } from './usage-model.ts';

const HEIGHT = 240;
const TOP = 12;
const BOTTOM = 26;
const PLOT = HEIGHT - TOP - BOTTOM;
const LABEL_WIDTH = 64;
/** Of a count that is not nothing, px. */
const LEAST = 2;
const WIDEST = 56;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 };

/** `<usage-chart .days=${…}>`: a bar for each day, stacked by outcome. The pointer and arrow keys choose a day, whose numbers are shown. */
@customElement('usage-chart')
export class UsageChart extends PortalElement {
  @property({ attribute: false }) days: readonly DayCounts[] = [];
  /** The day whose numbers are shown; at first the last one. */
  @state() private chosen?: string | undefined;
  @state() private width = 0;
  #resized = new ResizeObserver(([entry]) => {
    this.width = Math.floor(entry?.contentRect.width ?? 0);
  });
  static override styles = [
    sheet,
    outcomeStyles,
    css`
      svg {
        width: 100%;
        height: ${HEIGHT}px;
        overflow: visible;
        border-radius: var(--radius-control);
      }
      line {
        stroke: var(--line);
        shape-rendering: crispEdges;
      }
      text {
        fill: var(--muted);
        font-size: var(--text-1);
        font-variant-numeric: tabular-nums;
      }
      .ground {
        fill: transparent;
      }
      [aria-selected='true'] .ground {
        fill: color-mix(in oklab, var(--ink) 6%, transparent);
      }
      .bar {
        fill: var(--outcome);
      }
      p {
        align-content: start;
        min-height: 2lh;
        margin-top: var(--space-3);
      }
      @media (min-width: 640px) {
        p {
          min-height: 1lh;
        }
      }
      .numbers {
        display: inline-flex;
        align-items: center;
        gap: var(--space-1);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resized.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  get #index(): number {
    const index = this.days.findIndex(({ day }) => day === this.chosen);
    return index < 0 ? this.days.length - 1 : index;
  }

  #pressed(event: KeyboardEvent): void {
    const last = this.days.length - 1;
    const { [event.key]: step } = STEPS;
    const to =
      event.key === 'Home' ? 0 : event.key === 'End' ? last : step === undefined ? undefined : this.#index + step;
    if (to === undefined) return;
    event.preventDefault();
    this.chosen = this.days[Math.min(last, Math.max(0, to))]?.day;
  }

  #numbers() {
    const day = this.days[this.#index];
    if (!day) return nothing;
    const number = new Intl.NumberFormat(locale());
    const parts = outcomes.filter((outcome) => day[outcome] > 0);
    return html`<p class="row number" aria-hidden="true">
      <strong>${dayInWords(day, locale()).title}</strong>
      ${parts.length === 0 ? html`<span class="muted">${text.nothing}</span>` : nothing}
      ${parts.map(
        (outcome) => html`<span class="numbers">
          <i class="swatch ${outcome}"></i>${text.part(number.format(day[outcome]), text.outcomes[outcome])}
        </span>`,
      )}
    </p>`;
  }

  #bar(day: DayCounts, index: number, [left, step]: readonly [number, number], top: number) {
    const width = Math.min(WIDEST, step - (step > 12 ? 3 : 1));
    const x = left + (step - width) / 2;
    let y = TOP + PLOT;
    const segments = outcomes.map((outcome) => {
      if (day[outcome] === 0) return nothing;
      const height = Math.max(LEAST, (day[outcome] / top) * PLOT);
      y -= height;
      return svg`<rect class="bar ${outcome}" x=${x} y=${y} width=${Math.max(1, width)}
        height=${Math.max(1, height - 1)} rx="1.5"></rect>`;
    });
    return svg`<g id=${`day-${index}`} role="option" aria-selected=${index === this.#index}
        aria-label=${dayInWords(day, locale()).sentence} @pointerenter=${() => this.#choose(day)} @click=${() => this.#choose(day)}>
      <rect class="ground" x=${left} y=${TOP} width=${step} height=${PLOT}></rect>
      ${segments}
    </g>`;
  }

  #choose({ day }: DayCounts): void {
    this.chosen = day;
  }

  #drawn() {
    const { days, width } = this;
    const lines = linesOf(Math.max(...days.map(totalOf)));
    const top = lines.at(-1) ?? 1;
    const number = new Intl.NumberFormat(locale(), { notation: 'compact' });
    const margin = 10 + 8 * Math.max(...lines.map((line) => number.format(line).length));
    const step = (width - margin) / days.length;
    const heightOf = (count: number) => TOP + PLOT - (count / top) * PLOT;
    return svg`<g aria-hidden="true">
        ${lines.map(
          (line) => svg`<line x1=${margin} x2=${width} y1=${heightOf(line)} y2=${heightOf(line)}></line>
            <text x=${margin - 8} y=${heightOf(line) + 4} text-anchor="end">${number.format(line)}</text>`,
        )}
        ${labelledBars(days.length, step, step < LABEL_WIDTH ? 1.5 * LABEL_WIDTH : LABEL_WIDTH).map((index) => {
          // In the middle it would reach beyond the chart; half a label nearer to the one before it.
          const isLast = index === days.length - 1 && step < LABEL_WIDTH;
          const x = isLast ? width : margin + (index + 0.5) * step;
          return svg`<text x=${x} y=${HEIGHT - 6} text-anchor=${isLast ? 'end' : 'middle'}>
            ${shortDay(days[index]?.day ?? '', locale())}</text>`;
        })}
      </g>
      ${days.map((day, index) => this.#bar(day, index, [margin + index * step, step], top))}`;
  }

  protected override render() {
    return html`<svg
        role="listbox"
        tabindex="0"
        aria-orientation="horizontal"
        aria-label=${text.chart.label}
        aria-activedescendant=${`day-${this.#index}`}
        @keydown=${this.#pressed}
      >
        ${this.width > 0 && this.days.length > 0 ? this.#drawn() : nothing}
      </svg>
      ${this.#numbers()}`;
  }
}
