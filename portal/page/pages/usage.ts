import { Task, TaskStatus } from '@lit/task';
import { html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { text } from '#texts/usage.ts';
import { saveFile } from '../elements/save-file.ts';
import { whenRead } from '../elements/when-read.ts';
import { PortalPage } from '../portal-page.ts';
import { PORTAL_PATH } from '../routes.ts';
import { numeral, shortDay, swatch } from '../usage/counts-in-words.ts';
import { type LoadedUsage, loadUsage } from '../usage/load-usage.ts';
import { today } from '../usage/today.ts';
import { usageCsv } from '../usage/usage-csv.ts';
import { addressOf, byDay, countsOf, groupedBy, matching, outcomes, SPANS, shownOf } from '../usage/usage-model.ts';
import { usageTable } from '../usage/usage-table.ts';
import '../usage/usage-chart.ts';

/** How much was asked, by day, key, endpoint and outcome, and what is left of the day. */
@customElement('portal-usage')
export class PortalUsage extends PortalPage {
  #usage = new Task(this, {
    task: ([portal, span], { signal }) => loadUsage(portal, span, AbortSignal.any([signal, this.signal])),
    args: () => [this.portal, shownOf(this.params).days] as const,
  });

  get #shown() {
    return shownOf(this.params);
  }

  #link(changed: Partial<ReturnType<typeof shownOf>>): string {
    return PORTAL_PATH + addressOf({ ...this.#shown, ...changed });
  }

  #download({ days, nameOf }: LoadedUsage): void {
    const file = new Blob([usageCsv(matching(days, this.#shown), nameOf)], { type: 'text/csv' });
    saveFile(file, text.fileName(new Date().toISOString().slice(0, 10)));
  }

  #head(usage: LoadedUsage | undefined) {
    const look = `button -ms-px rounded-none first:rounded-s-control last:rounded-e-control
      aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper`;
    const current = this.#shown.days;
    const download = (read: LoadedUsage) => html`<button type="button" @click=${() => this.#download(read)}>
      <portal-icon name="download"></portal-icon>${text.download}
    </button>`;
    return html`<div class="head">
      <h1>${text.heading}</h1>
      <div class="row">
        <nav class="flex" aria-label=${text.span}>
          ${SPANS.map(
            (
              days,
            ) => html`<a class=${look} href=${this.#link({ days })} aria-current=${days === current ? 'true' : nothing}
              >${text.days(days)}</a>`,
          )}
        </nav>
        ${usage && download(usage)}
      </div>
    </div>`;
  }

  #totals(rows: LoadedUsage['days'], nameOf: LoadedUsage['nameOf']) {
    const counts = countsOf(rows);
    const { key, endpoint } = this.#shown;
    return html`<section class="card stack" aria-labelledby="totals">
      <h2 id="totals">${[key && nameOf(key), endpoint].filter(Boolean).join(', ') || text.all}</h2>
      <dl class="grid gap-3">
        ${outcomes.map(
          (outcome) => html`<div class="grid grid-cols-[1fr_auto] gap-x-3">
            <dt class="flex items-center gap-3">${swatch(outcome)}${text.outcomes[outcome]}</dt>
            <dd class="number font-semibold">${numeral(counts[outcome])}</dd>
            <dd class="small muted ms-[22px] text-pretty">${text.outcomesMean[outcome]}</dd>
          </div>`,
        )}
      </dl>
    </section>`;
  }

  /** @param used what it can be of the days that are shown */
  #filter(name: 'key' | 'endpoint', used: readonly string[], wordsOf: (value: string) => string) {
    const { [name]: current } = this.#shown;
    const choices = new Set([...used, ...(current ? [current] : [])]);
    const choose = ({ target }: Event) => {
      const { value } = target as HTMLSelectElement;
      this.portal.goTo(addressOf({ ...this.#shown, [name]: value || undefined }));
    };
    return html`<label class="min-w-[min(100%,150px)] basis-[240px] max-sm:grow">
      <span class="sr-only">${text.filter[name]}</span>
      <select @change=${choose}>
        <option value="" ?selected=${!current}>${text.unfiltered[name]}</option>
        ${[...choices].map(
          (value) => html`<option value=${value} ?selected=${value === current}>${wordsOf(value)}</option>`,
        )}
      </select>
    </label>`;
  }

  #chart(usage: LoadedUsage, days: ReturnType<typeof byDay> | undefined) {
    const { heading, text: why, action } = text.filteredEmpty;
    const keys = usage.days.map(({ key_id }) => key_id);
    const endpoints = usage.days.map(({ endpoint }) => endpoint).toSorted();
    return html`<section class="card stack" aria-labelledby="chart">
      <div class="row">
        <h2 id="chart">${text.chart.heading}</h2>
        <div class="flex flex-[1_1_280px] flex-wrap justify-end gap-2">
          ${this.#filter('key', keys, usage.nameOf)} ${this.#filter('endpoint', endpoints, String)}
        </div>
      </div>
      ${
        days
          ? html`<usage-chart .days=${days}></usage-chart><p class="small muted">${text.chart.days}</p>`
          : html`<portal-empty heading=${heading} text=${why}>
              <a class="button" href=${this.#link({ key: undefined, endpoint: undefined })}>${action}</a>
            </portal-empty>`
      }
    </section>`;
  }

  #tables(rows: LoadedUsage['days'], days: ReturnType<typeof byDay>, nameOf: LoadedUsage['nameOf']) {
    const { tables, columns } = text;
    const byKey = groupedBy(rows, 'key_id').map((row) => ({
      ...row,
      name: nameOf(row.name),
      link: this.#link({ key: row.name }),
    }));
    const byEndpoint = groupedBy(rows, 'endpoint').map((row) => ({ ...row, link: this.#link({ endpoint: row.name }) }));
    const used = days
      .filter((day) => outcomes.some((outcome) => day[outcome] > 0))
      .map((day) => ({ ...day, name: shortDay(day.day) }));
    return html`<div class="grid grid-cols-1 items-start gap-6 min-[1100px]:grid-cols-2">
        <section class="card stack"><h2>${tables.key}</h2>${usageTable(columns.key, byKey)}</section>
        <section class="card stack"><h2>${tables.endpoint}</h2>${usageTable(columns.endpoint, byEndpoint)}</section>
      </div>
      <details class="card group">
        <summary class="w-fit cursor-pointer group-open:mb-3"><h2 class="inline">${tables.day}</h2></summary>
        ${usageTable(columns.day, used.toReversed())}
      </details>`;
  }

  #content(usage: LoadedUsage) {
    const { rate_limit, resets_at, nameOf, span } = usage;
    const left = today(rate_limit, resets_at);
    if (usage.days.length === 0) {
      return html`${left}
        <portal-empty heading=${text.empty.heading} text=${text.empty.text}>
          <a class="button primary" href="${PORTAL_PATH}/">${text.empty.action}</a>
        </portal-empty>`;
    }
    const rows = matching(usage.days, this.#shown);
    const days = rows.length > 0 ? byDay(rows, resets_at, span) : undefined;
    return html`<div class="grid gap-6 min-[800px]:grid-cols-2">${left} ${this.#totals(rows, nameOf)}</div>
      ${this.#chart(usage, days)} ${days ? this.#tables(rows, days, nameOf) : nothing}`;
  }

  protected override render() {
    const content = (usage: LoadedUsage) =>
      html`<div class="grid gap-6" aria-busy=${this.#usage.status === TaskStatus.PENDING}>${this.#content(usage)}</div>`;
    return html`<div class="page">${this.#head(this.#usage.value)} ${whenRead(this.#usage, 8, content, 'card')}</div>`;
  }
}
