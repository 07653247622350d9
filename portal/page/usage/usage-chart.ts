import { html, nothing, svg } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/usage.ts';
import { locale } from '../elements/locale.ts';
import { PortalElement } from '../portal-element.ts';
import { labelledBars, linesOf } from './chart-scale.ts';
import { colours, dayInWords, partsInWords, shortDay, swatch } from './counts-in-words.ts';
import { type DayCounts, outcomes, totalOf } from './usage-model.ts';

/** The height of the class `h-60`, px. */
const HEIGHT = 240;
const TOP = 12;
const PLOT = HEIGHT - TOP - 26;
const LABEL_WIDTH = 64;
/** The height of a bar of any count but nothing, px. */
const LEAST = 2;
const WIDEST = 56;
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -7,
  PageDown: 7,
  Home: -Infinity,
  End: Infinity,
};

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

  #choose(index: number): void {
    this.chosen = this.days[Math.min(this.days.length - 1, Math.max(0, index))]?.day;
  }

  #pressed(event: KeyboardEvent): void {
    const { [event.key]: step } = STEPS;
    if (step === undefined) return;
    event.preventDefault();
    this.#choose(this.#index + step);
  }

  #numbers() {
    const day = this.days[this.#index];
    if (!day) return nothing;
    const parts = partsInWords(day).map(
      ({ outcome, words }) => html`<span class="inline-flex items-center gap-1">${swatch(outcome)}${words}</span>`,
    );
    return html`<p class="row number mt-3 min-h-[2lh] content-start sm:min-h-[1lh]" aria-hidden="true">
      <strong>${dayInWords(day)}</strong>
      ${parts.length > 0 ? parts : html`<span class="muted">${text.nothing}</span>`}
    </p>`;
  }

  #bar(day: DayCounts, index: number, [left, step]: readonly [number, number], top: number) {
    const width = Math.max(1, Math.min(WIDEST, step - (step > 12 ? 3 : 1)));
    const x = left + (step - width) / 2;
    let y = TOP + PLOT;
    const segments = outcomes.map((outcome) => {
      if (day[outcome] === 0) return nothing;
      const height = Math.max(LEAST, (day[outcome] / top) * PLOT);
      y -= height;
      return svg`<rect class="fill-current ${colours[outcome]}" x=${x} y=${y} width=${width}
        height=${Math.max(1, height - 1)} rx="1.5"></rect>`;
    });
    const sentence = [dayInWords(day), ...partsInWords(day).map(({ words }) => words)].join(', ');
    const choose = () => this.#choose(index);
    return svg`<g class="group" id=${`day-${index}`} role="option" aria-selected=${index === this.#index}
        aria-label=${sentence} @pointerenter=${choose} @click=${choose}>
      <rect class="fill-transparent group-aria-selected:fill-ink/6" x=${left} y=${TOP} width=${step} height=${PLOT}></rect>
      ${segments}
    </g>`;
  }

  #drawn() {
    const { days, width } = this;
    const lines = linesOf(Math.max(...days.map(totalOf)));
    const top = lines.at(-1) ?? 1;
    const number = new Intl.NumberFormat(locale(), { notation: 'compact' });
    const margin = 10 + 8 * Math.max(...lines.map((line) => number.format(line).length));
    const step = (width - margin) / days.length;
    const isNarrow = step < LABEL_WIDTH;
    const heightOf = (count: number) => TOP + PLOT - (count / top) * PLOT;
    return svg`<g class="fill-muted text-1 tabular-nums" aria-hidden="true">
        ${lines.map(
          (line) => svg`<line class="stroke-line [shape-rendering:crispEdges]" x1=${margin} x2=${width}
              y1=${heightOf(line)} y2=${heightOf(line)}></line>
            <text x=${margin - 8} y=${heightOf(line) + 4} text-anchor="end">${number.format(line)}</text>`,
        )}
        ${labelledBars(days.length, step, isNarrow ? 1.5 * LABEL_WIDTH : LABEL_WIDTH).map((index) => {
          // In the middle it would reach beyond the chart; half a label nearer to the one before it.
          const isLast = isNarrow && index === days.length - 1;
          const x = isLast ? width : margin + (index + 0.5) * step;
          return svg`<text x=${x} y=${HEIGHT - 6} text-anchor=${isLast ? 'end' : 'middle'}>
            ${shortDay(days[index]?.day ?? '')}</text>`;
        })}
      </g>
      ${days.map((day, index) => this.#bar(day, index, [margin + index * step, step], top))}`;
  }

  protected override render() {
    return html`<svg class="h-60 w-full overflow-visible rounded-control" role="listbox" tabindex="0"
      aria-orientation="horizontal" aria-label=${text.chart.label} aria-activedescendant=${`day-${this.#index}`}
      @keydown=${this.#pressed}>
        ${this.width > 0 && this.days.length > 0 ? this.#drawn() : nothing}
      </svg>
      ${this.#numbers()}`;
  }
}
