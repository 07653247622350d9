import { Task, TaskStatus } from '@lit/task';
import { css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { text } from '#texts/usage.ts';
import { locale } from '../elements/locale.ts';
import { saveFile } from '../elements/save-file.ts';
import { sheet } from '../portal-element.ts';

import { PortalPage } from '../portal-page.ts';
import { shortDay } from '../usage/day-words.ts';
import { type LoadedUsage, loadUsage } from '../usage/load-usage.ts';
import { outcomeStyles } from '../usage/outcome-styles.ts';
import { usageCsv } from '../usage/usage-csv.ts';
import { byDay, countsOf, groupedBy, matching, outcomes, totalOf } from '../usage/usage-model.ts';
import { addressOf, type Shown, SPANS, shownOf } from '../usage/usage-params.ts';
import type { UsageTableRow } from '../usage/usage-table.ts';
import '../elements/portal-empty.ts';
import '../elements/portal-error.ts';
import '../elements/portal-icon.ts';
import '../elements/portal-skeleton.ts';
import '../usage/usage-chart.ts';
import '../usage/usage-ring.ts';
import '../usage/usage-table.ts';

/** How much was asked, by day, key, endpoint and outcome, and what is left of the day. */
@customElement('portal-usage')
export class PortalUsage extends PortalPage {
  #usage = new Task(this, {
    task: ([portal, span], { signal }) => loadUsage(portal, span, AbortSignal.any([signal, this.signal])),
    args: () => [this.portal, shownOf(this.params).days] as const,
  });
  static override styles = [
    sheet,
    outcomeStyles,
    css`
      .content,
      .overview {
        display: grid;
        gap: var(--space-5);
      }
      dl {
        display: grid;
        gap: var(--space-3);
      }
      dl > div {
        display: grid;
        grid-template-columns: 1fr auto;
        gap: 0 var(--space-3);
      }
      dt {
        display: flex;
        align-items: center;
        gap: var(--space-3);
      }
      dd.small {
        margin-inline-start: calc(10px + var(--space-3));
        text-wrap: pretty;
      }
      dd.number {
        grid-area: 1 / 2;
        font-weight: 600;
      }
      .filters {
        display: flex;
        flex: 1 1 280px;
        flex-wrap: wrap;
        justify-content: flex-end;
        gap: var(--space-2);
      }
      .filters label {
        flex: 0 1 240px;
        min-width: min(100%, 150px);
      }
      @media (max-width: 639px) {
        .filters label {
          flex-grow: 1;
        }
      }
      summary {
        width: fit-content;
        cursor: pointer;
      }
      details h2 {
        display: inline;
      }
      details[open] summary {
        margin-bottom: var(--space-3);
      }
      .spans {
        gap: 0;
      }
      .spans a {
        border-radius: 0;
        margin-inline-start: -1px;
      }
      .spans a:first-of-type {
        border-start-start-radius: var(--radius-control);
        border-end-start-radius: var(--radius-control);
      }
      .spans a:last-of-type {
        border-start-end-radius: var(--radius-control);
        border-end-end-radius: var(--radius-control);
      }
      .spans [aria-current] {
        background: var(--ink);
        border-color: var(--ink);
        color: var(--paper);
      }
      .tables {
        align-items: start;
        grid-template-columns: minmax(0, 1fr);
      }
      @media (min-width: 800px) {
        .overview {
          grid-template-columns: 1fr 1fr;
        }
      }
      @media (min-width: 1100px) {
        .tables {
          grid-template-columns: 1fr 1fr;
        }
      }
    `,
  ];

  get #shown(): Shown {
    return shownOf(this.params);
  }

  #show(changed: Partial<Shown>): void {
    this.portal.goTo(addressOf({ ...this.#shown, ...changed }));
  }

  #download({ days, nameOf }: LoadedUsage): void {
    const rows = matching(days, this.#shown);
    const file = new Blob([usageCsv(rows, nameOf)], { type: 'text/csv' });
    saveFile(file, text.fileName(new Date().toISOString().slice(0, 10)));
  }

  #head(usage: LoadedUsage | undefined) {
    return html`<div class="head">
      <h1>${text.heading}</h1>
      <div class="row">
        <nav class="row spans" aria-label=${text.span}>
          ${SPANS.map(
            (days) => html`<a
              class="button"
              href=${`/portal${addressOf({ ...this.#shown, days })}`}
              aria-current=${days === this.#shown.days ? 'true' : nothing}
              >${text.days(days)}</a
            >`,
          )}
        </nav>
        ${
          usage &&
          html`<button type="button" @click=${() => this.#download(usage)}>
            <portal-icon name="download"></portal-icon>${text.download}
          </button>`
        }
      </div>
    </div>`;
  }

  #totals({ days, nameOf }: LoadedUsage) {
    const counts = countsOf(matching(days, this.#shown));
    const number = new Intl.NumberFormat(locale());
    const { key, endpoint } = this.#shown;
    return html`<section class="card stack" aria-labelledby="totals">
      <h2 id="totals">${[key && nameOf(key), endpoint].filter(Boolean).join(', ') || text.all}</h2>
      <dl>
        ${outcomes.map(
          (outcome) => html`<div>
            <dt><i class="swatch ${outcome}"></i>${text.outcomes[outcome]}</dt>
            <dd class="number">${number.format(counts[outcome])}</dd>
            <dd class="small muted">${text.outcomesMean[outcome]}</dd>
          </div>`,
        )}
      </dl>
    </section>`;
  }

  #filter(name: 'key' | 'endpoint', { label, every }: { label: string; every: string }, choices: [string, string][]) {
    const { [name]: current } = this.#shown;
    return html`<label>
      <span class="sr-only">${label}</span>
      <select @change=${(event: Event) => this.#show({ [name]: (event.target as HTMLSelectElement).value || undefined })}>
        <option value="" ?selected=${!current}>${every}</option>
        ${choices.map(([value, words]) => html`<option value=${value} ?selected=${value === current}>${words}</option>`)}
      </select>
    </label>`;
  }

  #filters({ days, nameOf }: LoadedUsage) {
    const { key, endpoint } = this.#shown;
    const keys = new Set([...days.map(({ key_id }) => key_id), ...(key ? [key] : [])]);
    const endpoints = new Set([...days.map((row) => row.endpoint), ...(endpoint ? [endpoint] : [])]);
    const { filter } = text;
    return html`<div class="filters">
      ${this.#filter(
        'key',
        { label: filter.key, every: filter.everyKey },
        [...keys].map((id): [string, string] => [id, nameOf(id)]),
      )}
      ${this.#filter(
        'endpoint',
        { label: filter.endpoint, every: filter.everyEndpoint },
        [...endpoints].toSorted().map((path): [string, string] => [path, path]),
      )}
    </div>`;
  }

  #chart(usage: LoadedUsage) {
    const rows = matching(usage.days, this.#shown);
    return html`<section class="card stack" aria-labelledby="chart">
      <div class="row">
        <h2 id="chart">${text.chart.heading}</h2>
        ${this.#filters(usage)}
      </div>
      ${
        rows.length > 0
          ? html`<usage-chart .days=${byDay(rows, usage.resets_at, usage.span)}></usage-chart>
              <p class="small muted">${text.chart.days}</p>`
          : html`<portal-empty heading=${text.filteredEmpty.heading} text=${text.filteredEmpty.text}>
              <a class="button" href=${`/portal${addressOf({ days: this.#shown.days })}`}>${text.filteredEmpty.action}</a>
            </portal-empty>`
      }
    </section>`;
  }

  #tables(usage: LoadedUsage) {
    const rows = matching(usage.days, this.#shown);
    const days = byDay(rows, usage.resets_at, usage.span).filter((day) => totalOf(day) > 0);
    const link = (changed: Partial<Shown>) => `/portal${addressOf({ ...this.#shown, ...changed })}`;
    const byName = (by: 'key' | 'endpoint', rowsOf: readonly UsageTableRow[]) => html`<section class="card stack">
      <h2>${by === 'key' ? text.tables.byKey : text.tables.byEndpoint}</h2>
      <usage-table column=${text.tables[by]} .rows=${rowsOf}></usage-table>
    </section>`;
    return html`<div class="tiles tables">
        ${byName(
          'key',
          groupedBy(rows, 'key_id').map((row) => ({
            ...row,
            name: usage.nameOf(row.name),
            link: link({ key: row.name }),
          })),
        )}
        ${byName(
          'endpoint',
          groupedBy(rows, 'endpoint').map((row) => ({ ...row, link: link({ endpoint: row.name }) })),
        )}
      </div>
      <details class="card">
        <summary><h2>${text.tables.byDay}</h2></summary>
        <usage-table
          column=${text.tables.day}
          .rows=${days.toReversed().map(({ day, ...counts }) => ({ ...counts, name: shortDay(day, locale()), day }))}
        ></usage-table>
      </details>`;
  }

  #content(usage: LoadedUsage) {
    if (usage.days.length === 0) {
      return html`<usage-ring class="card" .limit=${usage.rate_limit} resets=${usage.resets_at}></usage-ring>
        <portal-empty heading=${text.empty.heading} text=${text.empty.text}>
          <a class="button primary" href="/portal/">${text.empty.action}</a>
        </portal-empty>`;
    }
    const isFound = matching(usage.days, this.#shown).length > 0;
    return html`<div class="overview">
        <usage-ring class="card" .limit=${usage.rate_limit} resets=${usage.resets_at}></usage-ring>
        ${this.#totals(usage)}
      </div>
      ${this.#chart(usage)} ${isFound ? this.#tables(usage) : nothing}`;
  }

  protected override render() {
    const { status, value, error } = this.#usage;
    return html`<div class="page">
      ${this.#head(value)}
      ${
        status === TaskStatus.ERROR
          ? html`<portal-error .error=${error} @retry=${() => this.#usage.run()}></portal-error>`
          : value
            ? html`<div class="content" aria-busy=${status === TaskStatus.PENDING}>${this.#content(value)}</div>`
            : html`<div class="card"><portal-skeleton lines="8"></portal-skeleton></div>`
      }
    </div>`;
  }
}
